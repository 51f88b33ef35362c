import { afterAll, expect, it } from 'vitest'
import type { Services } from '#server/clinic/action.ts'
import { closeOldestDueMonth } from '#server/features/statements/close-month.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { anAppointment } from '#testing/appointments.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aThread } from '#testing/messages.ts'
import { aDispute } from '#testing/money/disputes.ts'
import { moneyJobs, openTestPayments } from '#testing/money/payments.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { comparePatients } from './compare-patients.ts'
import { gatherMerged, gatherMergedJob } from './gather-merged.ts'
import { mergePatients } from './merge-patients.ts'

const jobsOf = (services: Services) =>
  [...moneyJobs(services), gatherMerged(services)] as JobDefinition<never>[]
const test = await openTestPayments({ now: '2026-03-01T15:00:00Z', jobsOf })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 4_900 })
const admin = clinic.admin.caller()
afterAll(() => test.close())

const merge = (intoId: string, fromId: string) =>
  test.call(mergePatients, admin, {
    intoId,
    fromId,
  })
const gather = async () => {
  await test.services.transactions.withSystem('test', (tx) =>
    test.services.jobs.enqueue(tx, gatherMergedJob, {}),
  )
  await test.work()
}
const leave = (membershipId: string) =>
  test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [membershipId])

it('a dispute after the merge is booked for the patient, and an open one is an obstacle', async () => {
  const standing = await aRecord(test.db, clinic)
  const { disputeId } = await aDispute(test, clinic, plan, ({ patientId }) => merge(standing, patientId))
  const rows = await test.db.asOwner('select patient_id from disputes where id = $1', [disputeId])
  expect(rows).toEqual([{ patient_id: standing }])
  const other = await aRecord(test.db, clinic)
  const compare = (intoId: string, fromId: string) => test.call(comparePatients, admin, { intoId, fromId })
  expect((await compare(other, standing)).obstacles).toEqual(['dispute'])
  // it may stay on the record with the money
  expect((await compare(standing, other)).obstacles).toEqual([])
  await expect(merge(other, standing)).rejects.toMatchObject({ code: 'merge_blocked' })
}, 60_000)

it('closed months and the ledger stay unchanged', async () => {
  const payer = await test.aMember(clinic, plan)
  const now = new Date(test.clock.now().getTime() + 70 * 86_400_000)
  const close = async () => {
    while (
      await test.services.transactions.withSystem('test', (tx) => closeOldestDueMonth(tx, clinic.id, now))
    );
  }
  await close()
  const money = () =>
    Promise.all(
      ['statements', 'statement_lines', 'journal', 'postings'].map((table) =>
        test.db.asOwner(
          `select to_jsonb(t) as row from ${table} t where clinic_id = $1 order by to_jsonb(t)::text`,
          [clinic.id],
        ),
      ),
    )
  const before = await money()
  expect(before.every((rows) => rows.length > 0)).toBe(true)
  await leave(payer.membershipId)
  await merge((await aPatient(test.db, clinic)).patientId, payer.patientId)
  expect(await money()).toEqual(before)
  const sums = await test.db.asOwner<{ equal: boolean }>(
    `select s.gross_cents = (select coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0) from statement_lines l
        where l.clinic_id = s.clinic_id and l.statement_id = s.id) as equal from statements s where s.clinic_id = $1`,
    [clinic.id],
  )
  expect(sums.every(({ equal }) => equal)).toBe(true)
}, 60_000)

it('the lines of an invoice follow it to the other patient', async () => {
  const standing = await aRecord(test.db, clinic)
  const payer = await test.aMember(clinic, plan)
  const lines = () =>
    test.db.asOwner(
      `select distinct l.patient_id from invoice_lines l join invoices i on i.clinic_id = l.clinic_id and i.id = l.invoice_id
        where i.patient_id in ($1, $2)`,
      [standing, payer.patientId],
    )
  expect(await lines()).toEqual([{ patient_id: payer.patientId }])
  await merge(standing, payer.patientId)
  expect(await lines()).toEqual([{ patient_id: standing }])
}, 60_000)

it('a booking and Stripe’s events during the merge end with the one record', async () => {
  const standing = await aRecord(test.db, clinic)
  const payer = await test.aMember(clinic, plan)
  await Promise.all([
    merge(standing, payer.patientId),
    anAppointment(test.db, clinic, payer, { date: '2026-11-02' }),
    test.pass('P1M'),
  ])
  await test.pass('PT2H')
  await gather()
  const left = await test.db.asOwner(
    `select 'visit' as what from appointments where patient_id = $1
      union all select 'payment' from payments where patient_id = $1
      union all select 'plan' from subscriptions where owner_patient_id = $1`,
    [payer.patientId],
  )
  expect(left).toEqual([])
  const [count] = await test.db.asOwner(
    'select (select count(*)::int from payments where patient_id = $1) as payments, (select count(*)::int from appointments where patient_id = $1) as visits',
    [standing],
  )
  expect(count).toEqual({ payments: 2, visits: 1 })
}, 60_000)

it('the patient signs in afterwards and sees the rows of both records', async () => {
  const member = await aPatient(test.db, clinic)
  const other = await aPatient(test.db, clinic)
  for (const patient of [member, other]) {
    await anAppointment(test.db, clinic, patient, { date: patient === member ? '2026-12-07' : '2026-12-08' })
    await anAssignment(test.db, clinic, patient)
    await aThread(test.db, clinic, { patient })
  }
  await leave(other.membershipId)
  await merge(member.patientId, other.patientId)
  const seen = await test.services.transactions.withActor(member.caller(), async (tx) => ({
    visits: (await tx.selectFrom('appointments').select('id').execute()).length,
    lessons: (await tx.selectFrom('lesson_assignments').select('id').execute()).length,
    messages: (await tx.selectFrom('messages').select('id').execute()).length,
  }))
  expect(seen).toEqual({ visits: 2, lessons: 2, messages: 2 })
})
