import { describe, expect, it } from 'vitest'
import { chosenRows } from './chosen-rows.ts'
import type { CheckedRow, DryRun, RowChoice, SimilarPerson } from './patient-imports.ts'
import { countRows } from './patient-imports.ts'

const row = (line: number, changes: Partial<CheckedRow> = {}): CheckedRow => ({
  line,
  state: 'ready',
  problems: {},
  name: `Patient ${line}`,
  writtenName: null,
  email: `p${line}@home.test`,
  birthday: null,
  phone: null,
  plan: null,
  paidUntil: null,
  firstCharge: null,
  similar: [],
  ...changes,
})
const person = (changes: Partial<SimilarPerson>): SimilarPerson => ({
  patientId: null,
  line: null,
  name: 'Ida Moss',
  bornOn: null,
  hasAccount: false,
  hasSameName: true,
  ...changes,
})
const similar = (line: number, ...people: Partial<SimilarPerson>[]) =>
  row(line, { state: 'similar', similar: people.map(person) })
const choose = (
  rows: CheckedRow[],
  choices: RowChoice[] = [],
  {
    shared = [],
    holders = [],
    invites = true,
  }: Partial<DryRun & { holders: number[]; invites: boolean }> = {},
) => chosenRows({ rows, shared, planNames: [], offers: [] }, { choices, holders, invites })

describe('the rows to import', () => {
  it('are new patients, without those with the name of an existing one', () => {
    const rows = [
      row(2),
      similar(3, { patientId: 'p1' }),
      similar(4, { patientId: 'p2', hasSameName: false }),
    ]
    expect(choose(rows).map(({ line, isNewPerson }) => [line, isNewPerson])).toEqual([
      [2, false],
      [4, true],
    ])
    expect(countRows(rows, new Map())).toEqual({ added: 2, filled: 0, skipped: 1, withoutEmail: 0 })
  })

  it('are as the admin has chosen; a patient that the dry run did not find is not filled', () => {
    const rows = [
      similar(2, { patientId: 'p1' }),
      similar(3, { patientId: 'p2' }),
      similar(4, { patientId: 'p3' }),
    ]
    const choices: RowChoice[] = [
      { line: 2, how: 'new' },
      { line: 3, how: 'fill', patientId: 'p2' },
      { line: 4, how: 'fill', patientId: 'p9' },
    ]
    expect(choose(rows, choices).map(({ line, fills, isInvited }) => [line, fills, isInvited])).toEqual([
      [2, null, true],
      [3, 'p2', false],
    ])
  })

  it('join a row with the earlier one that it completes', () => {
    const rows = [row(2, { email: null, phone: '+14165550199' }), similar(3, { line: 2 })]
    rows[1] = {
      ...rows[1],
      email: 'ida@home.test',
      phone: '+14165550100',
      birthday: '1990-03-28',
    } as CheckedRow
    expect(choose(rows, [{ line: 3, how: 'fill' }])).toMatchObject([
      { line: 2, email: 'ida@home.test', phone: '+14165550199', birthday: '1990-03-28' },
    ])
  })
})

describe('an invitation', () => {
  const rows = [2, 3, 4].map((line) => row(line, { email: 'moss@home.test' }))
  const address = { email: 'moss@home.test', lines: [2, 3, 4], others: [], isTaken: false }
  const invited = (changes: Parameters<typeof choose>[2]) =>
    choose([...rows, row(5), row(6, { email: null })], [], changes)
      .filter(({ isInvited }) => isInvited)
      .map(({ line }) => line)

  it('goes to each address with one patient, and to the chosen holder of a shared one', () => {
    expect(invited({ shared: [address] })).toEqual([5])
    expect(invited({ shared: [address], holders: [3, 4] })).toEqual([3, 5])
    expect(invited({ shared: [{ ...address, isTaken: true }], holders: [3] })).toEqual([5])
    expect(invited({ shared: [address], holders: [3], invites: false })).toEqual([])
  })

  it('later finds the holder', () => {
    const chosen = choose(rows, [], { shared: [address], holders: [3], invites: false })
    expect(chosen.filter(({ holdsAddress }) => holdsAddress).map(({ line }) => line)).toEqual([3])
  })
})
