// Defects that a review of merging found.
import { afterAll, describe, expect, it } from 'vitest'
import type { Services } from '#server/clinic/action.ts'
import { sealAuditLog } from '#server/features/audit/seal-audit-log.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { dashboardFigures } from '#server/features/dashboard/dashboard-figures.ts'
import { person } from '#server/features/memberships/person.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { anAppointment } from '#testing/appointments.ts'
import { agreement } from '#testing/money/agreement.ts'
import { moneyJobs, openTestPayments } from '#testing/money/payments.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { gatherMerged, gatherMergedJob } from './gather-merged.ts'
import { mergePatients } from './merge-patients.ts'
import { partPatients } from './part-patients.ts'
import { personMerges } from './person-merges.ts'

const jobsOf = (services: Services) =>
  [...moneyJobs(services), gatherMerged(services), sealAuditLog(services)] as JobDefinition<never>[]
const test = await openTestPayments({ now: '2026-03-01T15:00:00Z', jobsOf })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 4_900 })
const admin = clinic.admin.caller()
afterAll(() => test.close())

const merge = async (intoId: string, fromId: string) =>
  (
    await test.call(mergePatients, admin, {
      intoId,
      fromId,
    })
  ).mergeId
const part = (mergeId: string) => test.call(partPatients, admin, { mergeId })
const leave = ({ membershipId }: Patient) =>
  test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [membershipId])
const run = async (job: string) => {
  await test.services.transactions.withSystem('test', (tx) => test.services.jobs.enqueue(tx, job, {}))
  await test.work()
}

describe('logins', () => {
  it('the account in use signs in to its record, where the remaining record has a former account', async () => {
    const left = await aPatient(test.db, clinic)
    await leave(left)
    const active = await aPatient(test.db, clinic)
    const visit = await anAppointment(test.db, clinic, active, { date: '2026-06-01' })
    await merge(left.patientId, active.patientId)
    const seen = await test.services.transactions.withActor(active.caller(), (tx) =>
      tx.selectFrom('appointments').select('id').execute(),
    )
    expect(seen).toEqual([{ id: visit.id }])
  })

  it('records can be parted after the emptied one’s patient has joined again', async () => {
    const left = await aPatient(test.db, clinic)
    await leave(left)
    const other = await aPatient(test.db, clinic)
    await merge(other.patientId, left.patientId)
    // as joining does for a patient without a record
    await test.db.asOwner('insert into patients (clinic_id, user_id, full_name) values ($1, $2, $3)', [
      clinic.id,
      left.userId,
      'Joined again',
    ])
    const [row] = await test.db.asOwner<{ id: string }>(
      'select id from app.patient_merges where from_patient_id = $1',
      [left.patientId],
    )
    await expect(part(row?.id ?? '')).resolves.toEqual({
      patientId: left.patientId,
    })
  })
})

it('the dashboard counts one patient less', async () => {
  const total = async () => (await test.call(dashboardFigures, admin, {})).patients.total
  const [one, other] = [await aRecord(test.db, clinic), await aRecord(test.db, clinic)]
  const before = await total()
  await merge(one, other)
  expect(await total()).toBe(before - 1)
})

it('reads of the other patient’s record are hidden once the records are parted', async () => {
  const member = await aPatient(test.db, clinic)
  const other = await aRecord(test.db, clinic, 'Somebody else')
  await test.call(person, admin, { personId: other })
  await run(sealAuditLog(test.services).name)
  const looksAt = async (id: string) =>
    (
      await test.db.asOwner<{ id: string }>(
        `select s.audit_id::text as id from app.audit_subjects s join app.audit_log a on a.id = s.audit_id
          where s.patient_id = $1 and a.purpose = 'person'`,
        [id],
      )
    ).length
  expect([await looksAt(member.patientId), await looksAt(other)]).toEqual([0, 1])
  await part(await merge(member.patientId, other))
  expect([await looksAt(member.patientId), await looksAt(other)]).toEqual([0, 1])
})

it('a plan joined after the merge is paid by its member once the records are parted', async () => {
  const standing = await aPatient(test.db, clinic)
  const payer = await test.aMember(clinic, plan)
  // the plan has ended, the customer and its card remain
  await test.db.asOwner(
    `update subscriptions set status = 'canceled', ended_at = now() where owner_patient_id = $1`,
    [payer.patientId],
  )
  await leave(payer)
  const mergeId = await merge(standing.patientId, payer.patientId)
  const { url } = (await test.call(joinPlan, standing.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })) as { url: string }
  await test.pay(url)
  await test.work()
  await part(mergeId)
  const rows = await test.db.asOwner<{ owner: string; customer: string | null }>(
    `select s.owner_patient_id as owner, c.patient_id as customer from subscriptions s
       left join patient_customers c on c.clinic_id = s.clinic_id and c.patient_id = s.owner_patient_id
      where s.clinic_id = $1 and s.owner_patient_id = $2 and s.ended_at is null`,
    [clinic.id, standing.patientId],
  )
  expect(rows).toEqual([{ owner: standing.patientId, customer: standing.patientId }])
}, 60_000)

it('a name corrected after the merge stays when the records are parted', async () => {
  const [one, other] = [await aRecord(test.db, clinic, 'Nora L.'), await aRecord(test.db, clinic)]
  const mergeId = await merge(one, other)
  await test.db.asOwner(`update patients set full_name = 'Nora Berg' where id = $1`, [one])
  await part(mergeId)
  const [row] = await test.db.asOwner('select full_name from patients where id = $1', [one])
  expect(row).toEqual({ full_name: 'Nora Berg' })
})

it('a late visit that overlaps is shown to the patient or to the team', async () => {
  const member = await aPatient(test.db, clinic)
  const double = await aRecord(test.db, clinic)
  await merge(member.patientId, double)
  await anAppointment(test.db, clinic, member, { date: '2026-07-06' })
  await anAppointment(test.db, clinic, { patientId: double }, { date: '2026-07-06', time: '09:15' })
  await run(gatherMergedJob)
  const { merges } = await test.call(personMerges, admin, { patientId: member.patientId })
  expect(merges).toMatchObject([{ waitingVisits: 1 }])
  await test.db.asOwner(
    `update appointments set status = 'canceled', canceled_at = now() where patient_id = $1`,
    [member.patientId],
  )
  await run(gatherMergedJob)
  const left = await test.db.asOwner('select id from appointments where patient_id = $1', [double])
  expect(left).toEqual([])
})
