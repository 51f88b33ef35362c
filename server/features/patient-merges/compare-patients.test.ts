import { afterAll, describe, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { openTestPayments } from '#testing/money/payments.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { comparePatients } from './compare-patients.ts'
import { mergePatients } from './merge-patients.ts'

const test = await openTestPayments({ now: '2026-03-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 4_900 })
const admin = clinic.admin.caller()
afterAll(() => test.close())

const record = async () => ({ patientId: await aRecord(test.db, clinic) })
const compare = (into: { patientId: string }, from: { patientId: string }, caller = admin) =>
  test.call(comparePatients, caller, { intoId: into.patientId, fromId: from.patientId })

it('shows both side by side, and audits both reads', async () => {
  const [member, double] = [await test.aMember(clinic, plan), await record()]
  await anAppointment(test.db, clinic, double, { date: '2026-04-06' })
  const { into, from, obstacles } = await compare(member, double)
  expect(obstacles).toEqual([])
  expect(into).toMatchObject({
    id: member.patientId,
    hasAccount: true,
    counts: { plans: 1, payments: 1, visits: 0 },
  })
  expect(from).toMatchObject({
    name: 'Nora Lindquist',
    hasAccount: false,
    counts: { visits: 1, plans: 0 },
  })
  const reads = await test.db.asOwner<{ patient_ids: string[] }>(
    `select patient_ids from app.audit_log where action = 'record.read' and purpose = 'compare-patients' order by id desc limit 1`,
  )
  expect(reads[0]?.patient_ids.toSorted()).toEqual([member.patientId, double.patientId].toSorted())
})

describe('obstacles', () => {
  async function refused(into: { patientId: string }, from: { patientId: string }, expected: string[]) {
    expect((await compare(into, from)).obstacles).toEqual(expected)
    await expect(
      test.call(mergePatients, admin, {
        intoId: into.patientId,
        fromId: from.patientId,
      }),
    ).rejects.toMatchObject({ code: 'merge_blocked' })
  }

  it('include two accounts in use', async () => {
    await refused(await aPatient(test.db, clinic), await aPatient(test.db, clinic), ['accounts'])
  })

  it('include two running plans', async () => {
    const [one, other] = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
      other.membershipId,
    ])
    await refused(one, other, ['plans'])
  })

  it('include a visit of each at one time', async () => {
    const [one, other] = [await aPatient(test.db, clinic), await record()]
    await anAppointment(test.db, clinic, one, { date: '2026-06-01' })
    await anAppointment(test.db, clinic, other, { date: '2026-06-01', time: '09:15' })
    await refused(one, other, ['visits'])
  })
})

it('are for admins, with one error for an unknown, a foreign and the same record', async () => {
  const [one, other] = [await aPatient(test.db, clinic), await record()]
  const staff = await aStaffMember(test.db, clinic)
  await expect(compare(one, other, staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const foreign = await aPatient(test.db, await aClinic(test.db))
  for (const from of [foreign, one, { patientId: crypto.randomUUID() }])
    await expect(compare(one, from)).rejects.toMatchObject({ code: 'not_found' })
})
