// Notices to the team about patients, plans, invitations and payouts (docs/decisions/0042).
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { openTestPayments, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { heardBy } from '#testing/notices.ts'
import {
  aMembershipOf,
  anInvitation,
  aSignedInPerson,
  aStaffMember,
  type Member,
} from '#testing/sign-in/people.ts'
import { activateMembership } from '../memberships/joining/activate-membership.ts'
import { joinClinic } from '../memberships/joining/join-clinic.ts'
import { refreshPayoutAccount } from '../payouts/refresh-payout-account.ts'
import { disconnectAccount } from '../stripe-sync/refresh/refresh-account.ts'
import { cancelSubscription } from '../subscriptions/ending/cancel-subscription.ts'

let test: TestPayments
let clinic: SellingClinic
let plan: PlanView
let second: Member
let staff: Member
beforeAll(async () => {
  test = await openTestPayments({ now: '2026-03-31T05:00:00Z' })
}, 60_000)
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await test.aSellingClinic({ timeZone: 'America/Vancouver' })
  plan = await test.aPublishedPlan(clinic, { name: 'Everyday Care', amountCents: 4_900 })
  second = await aStaffMember(test.db, clinic, { role: 'admin' })
  staff = await aStaffMember(test.db, clinic)
})

const heard = async (person: { userId: string }) => {
  await test.work()
  return heardBy(test.db, person)
}

it('all admins, and no other members, are notified once of a patient who joined', async () => {
  const person = await aSignedInPerson(test.db)
  for (let time = 0; time < 2; time++)
    await test.call(joinClinic, person.caller(clinic), { clinicId: clinic.id })
  const [patient] = await test.db.asOwner<{ id: string }>('select id from patients where user_id = $1', [
    person.userId,
  ])
  for (const admin of [clinic.admin, second])
    expect(await heard(admin)).toEqual([{ kind: 'patient_joined', patient_id: patient?.id }])
  expect(await heard(staff)).toEqual([])
})

it('admins are notified of a canceled plan, and of an ended one', async () => {
  const [ending, ended] = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
  const { id } = await subscriptionOf(test, ending)
  await test.call(cancelSubscription, clinic.admin.caller(), { subscriptionId: id })
  const { stripe_subscription } = await subscriptionOf(test, ended)
  await test.client.subscriptions.cancel(stripe_subscription, {}, { stripeAccount: clinic.account })
  await test.runDue()
  expect(await heard(second)).toEqual(
    expect.arrayContaining([
      { kind: 'plan_canceled', patient_id: ending.patientId },
      { kind: 'plan_ended', patient_id: ended.patientId },
    ]),
  )
  expect(await heard(staff)).toEqual([])
})

it('only the inviter is notified that an invitation was accepted', async () => {
  const inviter = await aMembershipOf(test.db, await aSignedInPerson(test.db), clinic, { role: 'admin' })
  const guest = await aSignedInPerson(test.db)
  const expiresAt = new Date(test.clock.now().getTime() + 7 * 24 * 60 * 60 * 1000)
  await anInvitation(test.db, clinic, { email: guest.email, role: 'staff', invitedBy: inviter, expiresAt })
  await test.call(activateMembership, guest.caller(clinic), { clinicId: clinic.id })
  expect(await heard(inviter)).toEqual([{ kind: 'invitation_accepted', patient_id: null }])
  expect(await heard(second)).toEqual([])
})

it('admins are notified when charges are disabled, not when they are enabled', async () => {
  await test.call(refreshPayoutAccount, clinic.admin.caller(), {})
  expect(await heard(second)).toEqual([])
  for (let time = 0; time < 2; time++) await disconnectAccount(test.services, clinic.account)
  expect(await heard(second)).toEqual([{ kind: 'payouts_blocked', patient_id: null }])
  expect(await heard(staff)).toEqual([])
})
