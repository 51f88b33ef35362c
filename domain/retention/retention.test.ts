import { describe, expect, it } from 'vitest'
import { goesOn, type RetentionClass, whatGoes } from './retention.ts'

describe('data of a patient who left', () => {
  it.each<[RetentionClass, string, string | null, string | null]>([
    ['convenience', '2026-03-10', null, '2026-04-09'],
    ['account', '2026-12-20', null, '2027-01-19'],
    ['record', '2026-03-10', null, '2036-03-10'],
    ['record', '2026-03-10', '1980-05-01', '2036-03-10'],
    // A child: ten years after their 18th birthday.
    ['record', '2026-03-10', '2020-05-01', '2048-05-01'],
    // Turning 18 within the ten years: counts from the later day.
    ['record', '2026-03-10', '2008-03-11', '2036-03-11'],
    ['record', '2024-02-29', null, '2034-03-01'],
    ['money', '2026-03-10', null, '2034-01-01'],
    ['money', '2026-12-31', null, '2034-01-01'],
    ['trail', '2026-03-10', null, '2032-03-10'],
    ['clinic', '2026-03-10', null, null],
  ])('of class %s, who left on %s born on %s, is deleted on %s', (kind, endedOn, bornOn, date) => {
    expect(goesOn(kind, { endedOn, bornOn })).toBe(date)
  })
})

it('lists deletions in order, and none before the end of a paid plan', () => {
  expect(whatGoes('2026-03-10', null)).toEqual([
    { kind: 'convenience', on: '2026-04-09' },
    { kind: 'trail', on: '2032-03-10' },
    { kind: 'money', on: '2034-01-01' },
    { kind: 'record', on: '2036-03-10' },
  ])
  expect(whatGoes('2026-03-10', '2026-09-01')[0]).toEqual({ kind: 'convenience', on: '2026-09-01' })
  expect(whatGoes('2026-03-10', '2026-03-31')[0]).toEqual({ kind: 'convenience', on: '2026-04-09' })
})
