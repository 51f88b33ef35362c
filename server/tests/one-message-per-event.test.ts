// One event sends each person at most one mail and one notice, also to members who prefer mail for everything.
import { expect, it } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/booking/cancel-appointment.ts'
import { rescheduleAppointment } from '#server/features/appointments/booking/reschedule-appointment.ts'
import { scheduleAppointment } from '#server/features/appointments/booking/schedule-appointment.ts'
import { updatePaymentMethod } from '#server/features/clinic-tier/update-payment-method.ts'
import { activateMembership } from '#server/features/memberships/joining/activate-membership.ts'
import { joinClinic } from '#server/features/memberships/joining/join-clinic.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { aProvider } from '#testing/appointments.ts'
import { aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { inviteInto } from '#testing/invitations.ts'
import { aFailingMember } from '#testing/money/failed-payments.ts'
import { cards } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient, aSignedInPerson, aStaffMember } from '#testing/sign-in/people.ts'

interface Person {
  userId: string
  email: string
}

const now = '2026-03-10T15:00:00Z'

const test = await setUpPayments({ now })
const clinic = await test.aSellingClinic({ timeZone: 'America/New_York' })
const plan = await test.aPublishedPlan(clinic, { name: 'Everyday Care', amountCents: 145_075 })
const second = await aStaffMember(test.db, clinic, { role: 'admin' })
const provider = await aProvider(test.db, clinic)
const events = [
  'patient_messages',
  'appointment_updates',
  'system_alerts',
  'task_assignments',
  'important_alerts',
]
for (const { userId } of [clinic.admin, second, provider.person])
  await test.db.asOwner(
    `insert into notice_preferences (clinic_id, user_id, ${events.join(', ')}, updated_at)
     values ($1, $2, ${events.map(() => `'email'`).join(', ')}, now())`,
    [clinic.id, userId],
  )

/** All that the event sent to each person: mails, and notices in the app. */
async function sentBy<Name extends string>(
  event: () => Promise<unknown>,
  people: Record<Name, Person>,
): Promise<Record<Name, [mails: string[], notices: string[]]>> {
  await settle()
  await test.db.asOwner('delete from app.mails')
  await test.db.asOwner('delete from user_notices')
  await event()
  await settle()
  const sent = await Promise.all(
    Object.entries<Person>(people).map(async ([name, { userId, email }]) => {
      const mails = await test.db.asOwner<{ template: string }>(
        'select template from app.mails where to_address = $1 order by queued_at',
        [email],
      )
      const notices = await test.db.asOwner<{ kind: string }>(
        'select kind from user_notices where user_id = $1',
        [userId],
      )
      return [name, [mails.map(({ template }) => template), notices.map(({ kind }) => kind)]]
    }),
  )
  return Object.fromEntries(sent)
}

/** Past the time in which the team can undo a change of a visit. */
async function settle(): Promise<void> {
  await test.work()
  test.clock.advance('PT1M')
  await test.work()
}

async function aWard() {
  const patient = await aPatient(test.db, clinic)
  await setBirthDate(test.db, clinic, patient.patientId, bornYearsAgo(8, new Date(now)))
  const { person: guardian } = await aGuardian(test.db, clinic, { patientId: patient.patientId })
  return { patient, guardian, provider: provider.person }
}

let day = 15
const aForm = (patientId: string) => ({
  ...{ patientId, appointmentType: 'checkup', providerId: provider.id, roomId: '', notes: '' },
  ...{ date: `2026-04-${++day}`, time: '09:00', duration: 30 },
})

it.each([
  ['once', undefined],
  ['as a series', { everyDays: 7, count: 3 }],
])('a visit %s is scheduled, moved and canceled by the desk', async (_, repeat) => {
  const people = await aWard()
  const { patientId, ...form } = aForm(people.patient.patientId)
  const scope = repeat ? 'following' : 'one'
  const ofVisit = (kind: string) => ({
    patient: [['visit-patient'], []],
    guardian: [['guardian-notice'], []],
    provider: [['visit-provider'], [kind]],
  })
  let appointmentId = ''
  const scheduled = await sentBy(async () => {
    const booked = await test.call(scheduleAppointment, clinic.admin.caller(), { patientId, ...form, repeat })
    appointmentId = (booked as { appointmentId: string }).appointmentId
  }, people)
  expect(scheduled).toEqual(ofVisit('appointment_booked'))
  const to = { ...form, appointmentId, version: 1, scope, time: '11:00' }
  const moved = await sentBy(() => test.call(rescheduleAppointment, clinic.admin.caller(), to), people)
  expect(moved).toEqual(ofVisit('appointment_moved'))
  const canceled = await sentBy(
    () => test.call(cancelAppointment, clinic.admin.caller(), { appointmentId, reason: '', scope }),
    people,
  )
  expect(canceled).toEqual(ofVisit('appointment_canceled'))
})

it('an invited patient joins: the inviter and the other admins', async () => {
  const guest = await aSignedInPerson(test.db)
  await inviteInto(test, clinic, clinic.admin.caller(), { email: guest.email })
  const sent = await sentBy(
    () => test.call(activateMembership, guest.caller(clinic), { clinicId: clinic.id }),
    { inviter: clinic.admin, second, guest },
  )
  expect(sent).toEqual({
    inviter: [['invitation-accepted'], ['invitation_accepted']],
    second: [['team-notice'], ['patient_joined']],
    guest: [['patient-joined'], []],
  })
})

it('a patient joins without an invitation', async () => {
  const guest = await aSignedInPerson(test.db)
  const sent = await sentBy(() => test.call(joinClinic, guest.caller(clinic), { clinicId: clinic.id }), {
    ...{ admin: clinic.admin, second, guest },
  })
  expect(sent).toEqual({
    admin: [['team-notice'], ['patient_joined']],
    second: [['team-notice'], ['patient_joined']],
    guest: [['patient-joined'], []],
  })
})

it('a plan is canceled by the desk', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id } = await subscriptionOf(test, patient)
  const sent = await sentBy(
    () => test.call(cancelSubscription, clinic.admin.caller(), { subscriptionId: id }),
    { patient, second },
  )
  expect(sent).toEqual({ patient: [['plan-canceled'], []], second: [['team-notice'], ['plan_canceled']] })
})

it('a commission is declined', async () => {
  await test.aMember(clinic, plan)
  const { url } = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  const card = { number: cards.failsLater, expiry: '12 / 34', cvc: '123', name: 'Ada Brandt' }
  await test.submit(url, { action: 'card', ...card })
  const sent = await sentBy(
    async () => {
      await test.pass('P24D')
      await test.runDue()
    },
    { admin: clinic.admin, second },
  )
  const once = [['clinic-invoice-failed'], ['commission_failed']]
  expect(sent).toEqual({ admin: once, second: once })
})

it('a renewal is declined', async () => {
  const patient = await aFailingMember(test, clinic, plan)
  const sent = await sentBy(
    async () => {
      await test.pass('P1M')
      // Stripe charges a renewal an hour after it fell due
      await test.pass('PT2H')
      await test.runDue()
    },
    { patient, second },
  )
  expect(sent.patient).toEqual([['payment-failed'], []])
  expect(sent.second[1].filter((kind) => kind === 'payment_failed')).toHaveLength(1)
})
