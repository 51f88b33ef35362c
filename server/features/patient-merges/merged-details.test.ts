import { afterAll, describe, expect, it } from 'vitest'
import { yearsApart } from '#domain/patient-merges/patient-merges.ts'
import { openTestPayments } from '#testing/money/payments.ts'
import { heardBy } from '#testing/notices.ts'
import { aKnownRecord, aRecord } from '#testing/patient-merges.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { comparePatients } from './compare-patients.ts'
import { mergePatients } from './merge-patients.ts'
import { partPatients } from './part-patients.ts'

const test = await openTestPayments({ now: '2026-03-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const admin = clinic.admin.caller()
afterAll(() => test.close())

const merge = (intoId: string, fromId: string, chosen: object = {}) =>
  test.call(mergePatients, admin, {
    intoId,
    fromId,
    ...chosen,
  })
const detailsOf = async (id: string) =>
  (
    await test.db.asOwner(
      'select phone, date_of_birth::text as born, address from patient_details where patient_id = $1',
      [id],
    )
  )[0]
const one = { born: '1984-02-29', phone: '+12125550001', address: '1 Mill Street' }
const other = { born: '1984-02-28', phone: '+12125550002', address: '2 Oak Street' }
const pair = async () =>
  [
    await aKnownRecord(test.db, clinic, 'Nora Berg', one),
    await aKnownRecord(test.db, clinic, 'Nora Bergh', other),
  ] as const

describe('personal details', () => {
  it('are those of the remaining record, and both return when parted', async () => {
    const [into, from] = await pair()
    const { mergeId } = await merge(into, from)
    expect(await detailsOf(into)).toEqual(one)
    await test.call(partPatients, admin, { mergeId })
    expect([await detailsOf(into), await detailsOf(from)]).toEqual([one, other])
  })

  it('corrected since stay when parted', async () => {
    const [into, from] = [
      await aKnownRecord(test.db, clinic, 'Nora Berg', { born: one.born }),
      await aKnownRecord(test.db, clinic, 'Nora Berg', other),
    ]
    const { mergeId } = await merge(into, from)
    await test.db.asOwner(`update patient_details set phone = '+12125550009' where patient_id = $1`, [into])
    await test.call(partPatients, admin, { mergeId })
    expect(await detailsOf(into)).toMatchObject({ born: one.born, phone: '+12125550009' })
  })

  it('that only one record has stay', async () => {
    const into = await aKnownRecord(test.db, clinic, 'Nora Berg', { born: one.born })
    const from = await aKnownRecord(test.db, clinic, 'Nora Berg', { phone: other.phone })
    await merge(into, from)
    expect(await detailsOf(into)).toMatchObject({ born: one.born, phone: other.phone })
    const [empty, full] = [await aRecord(test.db, clinic), await aKnownRecord(test.db, clinic, 'Nora', other)]
    const { mergeId } = await merge(empty, full)
    expect(await detailsOf(empty)).toEqual(other)
    await test.call(partPatients, admin, { mergeId })
    expect([await detailsOf(empty), await detailsOf(full)]).toEqual([undefined, other])
  })
})

it('are compared for both records', async () => {
  const [into, from] = await pair()
  await test.db.asOwner(
    `insert into patient_health (clinic_id, patient_id, allergies, updated_at) values ($1, $2, 'Penicillin', now())`,
    [clinic.id, from],
  )
  await test.db.asOwner(
    `insert into care_plans (clinic_id, patient_id, body, updated_at)
     values ($1, $2, '{"steps": [{"title": "Begin"}], "themes": [{"title": "Sleep"}], "visits": []}', now())`,
    [clinic.id, from],
  )
  const compared = await test.call(comparePatients, admin, { intoId: into, fromId: from })
  expect(compared.into).toMatchObject({ address: '1 Mill Street', health: null, carePlan: null })
  expect(compared.from).toMatchObject({
    health: { allergies: 'Penicillin', medications: null },
    carePlan: { steps: ['Begin'], themes: ['Sleep'], visits: [] },
  })
})

describe('dates of birth', () => {
  it('far apart must be confirmed', async () => {
    const into = await aKnownRecord(test.db, clinic, 'Nora Berg', { born: '1984-02-29' })
    const from = await aKnownRecord(test.db, clinic, 'Nora Berg', { born: '2015-05-05' })
    const { yearsApart: years } = await test.call(comparePatients, admin, { intoId: into, fromId: from })
    expect(years).toBe(31)
    await expect(merge(into, from)).rejects.toMatchObject({ code: 'merge_ages_unchecked' })
    await merge(into, from, { agesChecked: true })
  })

  it.each([
    ['1984-02-29', '1984-02-28', null],
    ['1984-02-29', '1988-02-28', null],
    ['1984-02-29', '1989-03-01', 5],
    // one of age for a month, the other not yet
    ['2008-02-01', '2008-04-01', 0],
    ['2010-02-01', '2012-04-01', null],
    ['1984-02-29', null, null],
  ])('%s and %s: %s years', (first, second, years) => {
    expect(yearsApart(first, second, '2026-03-01')).toBe(years)
    expect(yearsApart(second, first, '2026-03-01')).toBe(years)
  })
})

it('a legal hold on either is an obstacle', async () => {
  const [into, from] = await pair()
  await test.db.asOwner(
    'insert into app.legal_holds (clinic_id, patient_id, placed_at) values ($1, $2, now())',
    [clinic.id, into],
  )
  for (const [stays, goes] of [
    [into, from],
    [from, into],
  ] as const)
    await expect(merge(stays, goes)).rejects.toMatchObject({ code: 'merge_blocked' })
})

it('notifies the other admins, and the patient without the content', async () => {
  const colleague = await aStaffMember(test.db, clinic, { role: 'admin' })
  const member = await aPatient(test.db, clinic)
  const { mergeId } = await merge(member.patientId, await aRecord(test.db, clinic))
  await test.call(partPatients, admin, { mergeId })
  const about = { patient_id: member.patientId }
  const heard = (await heardBy(test.db, colleague)).filter(({ kind }) => kind.startsWith('records'))
  expect(heard).toMatchObject([
    { kind: 'records_merged', ...about },
    { kind: 'records_parted', ...about },
  ])
  expect((await heardBy(test.db, clinic.admin)).filter(({ kind }) => kind.startsWith('records'))).toEqual([])
  const told = await test.db.asOwner(
    `select kind from app.notices where clinic_id = $1 and subject_id = $2 and kind = 'patient_update'`,
    [clinic.id, member.patientId],
  )
  expect(told).toHaveLength(2)
})
