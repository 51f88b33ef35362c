import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Action, ClinicCtx } from '#server/clinic/action.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aKnownRecord } from '#testing/patient-merges.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { dismissDuplicates } from './dismiss-duplicates.ts'
import { mergePatients } from './merge-patients.ts'
import { countPossibleDuplicates, possibleDuplicates } from './possible-duplicates.ts'

const test = await openTestServices()
let clinic: TestClinic
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const call = <Input, Output>(
  act: { call: Action['call']; run(tx: Tx, ctx: ClinicCtx, input: Input): Promise<Output> },
  caller: Caller,
  input: object,
) => act.call(test.services, caller, input) as Promise<Output>

const phone = '+12125550123'

const aPerson = (name: string, known: Parameters<typeof aKnownRecord>[3] = {}) =>
  aKnownRecord(test.db, clinic, name, known)

const list = (caller = clinic.admin.caller()) => call(possibleDuplicates, caller, {})
const count = async () => (await call(countPossibleDuplicates, clinic.admin.caller(), {})).count
const reasons = async () => (await list()).pairs.map((pair) => pair.reasons)

describe('suggests, with the reason', () => {
  it.each([
    [
      'Nora Berg',
      { born: '1984-02-29', phone },
      'Nora Bergh',
      { born: '1984-02-29', phone },
      ['birth', 'phone', 'similar_name'],
    ],
    ['Zoë O’Brien-Müller', {}, 'muller, OBRIEN zoe', {}, ['name']],
    ['Zoë Müller', {}, 'MULLER, Zoe', {}, ['name']],
    ['Jon Smith', { born: '1984-02-29' }, 'John Smith', { born: '1984-02-29' }, ['birth', 'similar_name']],
    [
      'Nora Berg',
      { born: '1984-02-29', phone },
      'Nora Okafor',
      { born: '1984-02-29', phone },
      ['birth', 'phone', 'similar_name'],
    ],
    [
      'Nora Berg',
      { email: 'n@example.test' },
      'N. Berg-Okafor',
      { email: 'n@example.test' },
      ['email', 'similar_name'],
    ],
    [
      'Nora Berg',
      { born: '1984-02-28', phone },
      'Nora Berg',
      { born: '1984-02-29', phone },
      ['name', 'phone'],
    ],
  ] as const)('%s %o and %s %o', async (one, ofOne, other, ofOther, expected) => {
    await aPerson(one, ofOne)
    await aPerson(other, ofOther)
    expect(await reasons()).toEqual(expected.length > 0 ? [expected] : [])
    expect(await count()).toBe(expected.length > 0 ? 1 : 0)
  })
})

describe('does not suggest', () => {
  it.each([
    [
      'twins',
      'Mia Berg-Schneiderhan',
      { born: '2015-05-05', phone },
      'Noah Berg-Schneiderhan',
      { born: '2015-05-05', phone },
    ],
    [
      'a mother and her child',
      'Nora Berg',
      { born: '1984-02-29', phone, email: 'n@example.test' },
      'Mia Berg',
      { born: '2015-05-05', phone, email: 'n@example.test' },
    ],
    ['one household, ages unknown', 'Nora Berg', { phone }, 'Mia Berg', { phone }],
    [
      'father and son of one name',
      'John Smith',
      { born: '1950-01-01', phone },
      'John Smith',
      { born: '1984-02-29', phone },
    ],
    [
      'one name, born on other days',
      'John Smith',
      { born: '1983-01-01' },
      'John Smith',
      { born: '1984-02-29' },
    ],
    ['one birthday', 'Nora Berg', { born: '1984-02-29' }, 'Tom Ashby', { born: '1984-02-29' }],
  ] as const)('%s', async (_what, one, ofOne, other, ofOther) => {
    await aPerson(one, ofOne)
    await aPerson(other, ofOther)
    expect(await reasons()).toEqual([])
  })

  it('ignores a phone number that many patients have', async () => {
    for (let index = 0; index < 21; index += 1)
      await aPerson(`Nora ${'abcdefghijklmnopqrstu'[index]}`, { phone })
    expect(await reasons()).toEqual([])
  })
})

it('lists the record with an account first, else the older one, and audits all as read', async () => {
  const double = await aPerson('Nora Lindquist')
  const member = await aPatient(test.db, clinic, { name: 'Nora Lindquist' })
  const { pairs, total } = await list()
  expect(total).toBe(1)
  expect(pairs[0]?.patients.map(({ id, hasAccount }) => [id, hasAccount])).toEqual([
    [member.patientId, true],
    [double, false],
  ])
  const [read] = await test.db.asOwner<{ patient_ids: string[] }>(
    `select patient_ids from app.audit_log where purpose = 'possible-duplicates' order by id desc limit 1`,
  )
  expect(read?.patient_ids.toSorted()).toEqual([member.patientId, double].sort())
})

it('omits merged records, dismissed before or not', async () => {
  const [one, other, third] = [
    await aPerson('Nora Lindquist'),
    await aPerson('Nora Lindquist'),
    await aPerson('Somebody Else'),
  ]
  await call(dismissDuplicates, clinic.admin.caller(), { patientId: other, otherId: third })
  await call(mergePatients, clinic.admin.caller(), {
    intoId: one,
    fromId: other,
  })
  expect(await list()).toMatchObject({ total: 0, dismissed: [] })
})

it('compares ten thousand members within the time limit', async () => {
  await test.db.asOwner(
    `insert into patients (clinic_id, full_name, email)
     select $1, 'Given' || (i % 97) || ' Family' || (i % 89), 'p' || i || '@example.test' from generate_series(1, 10000) i`,
    [clinic.id],
  )
  await test.db.asOwner(
    `insert into patient_details (clinic_id, patient_id, phone, date_of_birth, updated_at)
     select clinic_id, id, '+1212' || (2000000 + row_number() over ()), '1940-01-01'::date + (row_number() over ())::integer * 2, now()
       from patients where clinic_id = $1`,
    [clinic.id],
  )
  await count()
  const begun = performance.now()
  await count()
  const took = performance.now() - begun
  expect(took).toBeLessThan(10_000)
}, 30_000)

it('is for admins of the clinic', async () => {
  await aPerson('Nora Lindquist')
  await aPerson('Nora Lindquist')
  const staff = await aStaffMember(test.db, clinic)
  const elsewhere = await aClinic(test.db)
  await expect(list(staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await list(elsewhere.admin.caller())).toMatchObject({ total: 0 })
})
