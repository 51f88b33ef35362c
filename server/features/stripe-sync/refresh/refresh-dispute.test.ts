// Disputes: the clinic's admins are notified while they can still answer (docs/payments.md 7).
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { aDispute } from '#testing/money/disputes.ts'
import { openTestPayments, type SellingClinic } from '#testing/money/payments.ts'
import { heardBy } from '#testing/notices.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'

let clinic: SellingClinic
let plan: PlanView
const test = await openTestPayments()
// months pass in each test, and an unpaid commission stops new members
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  plan = await test.aPublishedPlan(clinic, { name: 'Everyday Care', amountCents: 4_900 })
})
afterAll(() => test.close())

const inClinic = () => ({ stripeAccount: clinic.account })

const heard = async (person: { userId: string }) => {
  await test.runDue()
  await test.work()
  return (await heardBy(test.db, person)).filter(({ kind }) => kind.startsWith('dispute'))
}

it('notifies admins, not staff, once when a dispute is opened and once when it is lost', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const { patient, disputeId } = await aDispute(test, clinic, plan)
  const about = { patient_id: patient.patientId }
  expect(await heard(clinic.admin)).toEqual([{ kind: 'dispute_opened', ...about }])
  await test.client.disputes.update(
    disputeId,
    { evidence: { uncategorized_text: 'A visit' }, submit: false },
    inClinic(),
  )
  expect(await heard(clinic.admin)).toHaveLength(1)
  await test.client.disputes.close(disputeId, {}, inClinic())
  expect(await heard(clinic.admin)).toEqual(
    expect.arrayContaining([
      { kind: 'dispute_opened', ...about },
      { kind: 'dispute_lost', ...about },
    ]),
  )
  expect(await heard(staff)).toEqual([])
}, 60_000)

it('notifies them of a won dispute', async () => {
  const { patient, disputeId } = await aDispute(test, clinic, plan)
  const evidence = { uncategorized_text: 'winning_evidence' }
  await test.client.disputes.update(disputeId, { evidence }, inClinic())
  expect(await heard(clinic.admin)).toContainEqual({ kind: 'dispute_won', patient_id: patient.patientId })
}, 60_000)
