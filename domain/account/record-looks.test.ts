import { expect, it } from 'vitest'
import { type LookRow, looksOf } from './record-looks.ts'

const row: LookRow = {
  id: 9,
  at: '2026-11-20T15:00:00Z',
  clinic_id: 'c1',
  clinic_name: 'Sunrise',
  kind: 'read',
  what: ['patients', 'patient_health'],
  by_name: 'Ann Lee',
  by_role: 'staff',
  purpose: null,
  is_certain: true,
}
const dayOf = (instant: string) => instant.slice(0, 10)

it('names who read which data, and merges equal rows of one day', () => {
  const rows = [
    row,
    { ...row, id: 8, at: '2026-11-20T14:00:00Z' },
    { ...row, id: 7, at: '2026-11-19T14:00:00Z' },
  ]
  expect(looksOf(rows, dayOf)).toEqual([
    {
      id: 9,
      at: row.at,
      count: 2,
      clinicName: 'Sunrise',
      who: 'Ann Lee (clinic team)',
      did: 'looked at your name and email and your health information',
      isCertain: true,
    },
    expect.objectContaining({ id: 7, count: 1 }),
  ])
})

it.each([
  [{ kind: 'changed', what: ['appointment.moved'] }, 'moved your appointment'],
  [{ kind: 'changed', what: ['something.new'] }, 'changed your record'],
  [{ what: ['a_new_table', 'another'] }, 'looked at your record'],
])('has words for %j', (changes, did) => {
  expect(looksOf([{ ...row, ...changes }], dayOf)[0]?.did).toBe(did)
})

it('describes Carefold, and people without a name, by their role', () => {
  const who = (changes: Partial<LookRow>) => looksOf([{ ...row, by_name: null, ...changes }], dayOf)[0]?.who
  expect(who({ by_role: 'system' })).toBe('Carefold, automatically')
  expect(who({})).toBe('clinic team')
  expect(who({ by_role: null })).toBe('A user')
})
