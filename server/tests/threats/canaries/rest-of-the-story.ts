import { sql } from 'kysely'
import { dateIn } from '#domain/values/zones.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { anAppointment } from '#testing/appointments.ts'
import { agreement } from '#testing/money/agreement.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { aPresentation } from '#testing/presentations.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../test-server.ts'

/** Rows for columns that no action of the story writes. */
export async function writeTheRest({ test, world, plant }: Scene): Promise<void> {
  const { db } = test
  const { id: clinicId, admin } = world.clinics.one
  const { patientId, userId } = world.owners.patient
  await db.asOwner(
    `insert into app.clinic_requests (email, sign_up_id, name, subdomain, requested_at, expires_at)
     values ('lane@example.test', gen_random_uuid(), 'Lane', 'lane-clinic', now(), now() + interval '1 day')`,
  )
  await db.asOwner(`insert into leads (email) values ('visitor@example.test')`)
  await db.asOwner(
    `insert into auth.mfa_factors (user_id, factor_type, phone, created_at, updated_at)
     values ($1, 'phone', '+12125550188', now(), now())`,
    [userId],
  )
  // with visits ahead, the action needs the second step of this session
  await db.asOwner(
    `insert into schedule_exceptions (clinic_id, kind, title, starts_on, ends_on)
     values ($1, 'off', 'Inventory', '2041-01-02', '2041-01-02')`,
    [clinicId],
  )
  await db.asOwner(
    `insert into auth.address_changes (user_id, old_email, new_email, objection_hash, requested_at, effective_at)
     values ($1, 'before@example.test', 'after@example.test', gen_random_uuid()::text::bytea, now(), now() + interval '7 days')`,
    [userId],
  )
  await db.asOwner(
    `update form_requests set answers = '{"question": "Rarely"}' where clinic_id = $1 and signed_at is null`,
    [clinicId],
  )
  await plant.picture(admin.userId, clinicId)
  await plant.identityProvider(clinicId)
  const { versionId } = await aPresentation(db, world.clinics.one, { pages: 1 })
  await db.asOwner(`update content_versions set team_notes = '[{"text": "Ask how it went"}]' where id = $1`, [
    versionId,
  ])
  const subscriptionId = await plant.subscription(clinicId, patientId)
  await db.asOwner(
    `update subscriptions set tax_name = 'HST', tax_rate_ppm = 130000, tax_is_inclusive = false where id = $1`,
    [subscriptionId],
  )
  await db.asOwner(
    `insert into subscription_changes (clinic_id, subscription_id, kind, state, attempt, quoted_cents, quoted_at,
                                       effective_at, details, created_at)
     values ($1, $2, 'household', 'scheduled', gen_random_uuid(), 100, now(), now() + interval '1 year',
             '{"add": [{"name": "Kim", "bornOn": "2015-01-01"}], "remove": []}', now())`,
    [clinicId, subscriptionId],
  )
  await db.asOwner(
    `update app.checkouts set household = '{"isPayerCovered": true, "covered": [{"name": "Kim", "bornOn": null}]}'
      where clinic_id = $1 and household is null`,
    [clinicId],
  )
}

/** Facts with a mail that the story does not reach. */
export async function noticeTheRest({ test, world, plant }: Scene): Promise<void> {
  const { id: clinicId, admin } = world.clinics.one
  const { membershipId, userId } = world.owners.patient
  // of a patient unknown to Stripe, whose data is replaced by what is read there
  const cardId = await plant.card(clinicId, world.owners.otherPatient.patientId)
  const now = test.clock.now()
  const subjects: Record<string, string> = {
    patient_joined: `select '${membershipId}'`,
    invitation_accepted: `
      insert into invitations (clinic_id, email, role, name, token_hash, expires_at, membership_id, invited_by, accepted_by, accepted_at)
      select i.clinic_id, i.email, 'staff', i.name, '\\x00', i.expires_at, i.membership_id, '${admin.userId}', '${userId}', now()
        from invitations i where i.clinic_id = '${clinicId}' and i.name is not null limit 1 returning id`,
    card_expiring: `
      update patient_cards set is_default = true, exp_month = ${now.getUTCMonth() + 1}, exp_year = ${now.getUTCFullYear()}
       where id = '${cardId}' returning id`,
    plan_change: `select id from subscription_changes where clinic_id = '${clinicId}' limit 1`,
  }
  for (const [kind, subject] of Object.entries(subjects)) {
    const [found] = await test.db.asOwner<Record<string, string>>(subject)
    if (!found) throw new Error(`there is nothing to tell of: ${kind}`)
    await test.services.transactions.withSystem('test: notice', (tx) =>
      sql`select app.write_notice(${clinicId}::uuid, ${kind}, ${Object.values(found)[0]}, 'canary', now())`.execute(
        tx,
      ),
    )
  }
}

export async function endPlantedPlans({ db }: TestServer): Promise<void> {
  await db.asOwner(
    `update subscriptions set status = 'canceled', ended_at = now() where stripe_account = 'acct_planted' and ended_at is null`,
  )
}

export async function endPlantedJobs({ db }: TestServer): Promise<void> {
  await db.asOwner(
    `update jobs.job set state = 'failed' where name = 'subscriptions.sync-cancellation' and state in ('created', 'retry')`,
  )
}

export async function aVisitToRemindOf({ test, world }: Scene): Promise<void> {
  const at = new Date(test.clock.now().getTime() + 30 * 60 * 60 * 1000)
  const day = dateIn(at, 'America/New_York')
  await anAppointment(test.db, world.clinics.one, world.owners.patient, { date: day, time: '18:00' })
}

export async function agreeToTexts({ test, world }: Scene): Promise<void> {
  await test.db.asOwner(
    `insert into contact_preferences (clinic_id, patient_id, sms_notifications, appointment_reminders, updated_at)
     values ($1, $2, true, true, now())
     on conflict (clinic_id, patient_id) do update set sms_notifications = true, appointment_reminders = true`,
    [world.clinics.one.id, world.owners.patient.patientId],
  )
}

/** Patients with a valid card, with one that fails later, and with a yearly plan. */
export async function aMoneyStory(scene: Scene) {
  const { test, world } = scene
  const clinic = world.clinics.one as SellingClinic
  // reading the clinic's bills has shown that Stripe does not know its card
  await test.db.asOwner(`update clinic_billing set card_method = 'pm_planted' where clinic_id = $1`, [
    clinic.id,
  ])
  await test.db.asOwner(
    `insert into app.receipt_numbers (clinic_id, last_number) values ($1, 1000)
     on conflict (clinic_id, series_year) do update set last_number = 1000`,
    [clinic.id],
  )
  const yearly = await test.aPublishedPlan(clinic, {
    name: 'By the year',
    interval: 'year',
    amountCents: 49_000,
  })
  const family = await test.aPublishedPlan(clinic, { name: 'For families', childCents: 1_900 })
  const people: Record<'pays' | 'fails' | 'yearly', Patient> = {
    pays: await aPatient(test.db, clinic),
    fails: await aPatient(test.db, clinic),
    yearly: await aPatient(test.db, clinic),
  }
  const join = async (patient: Patient, priceId: string, people: object = {}) => {
    const input = { priceId, attempt: crypto.randomUUID(), agreement, ...people }
    await test.pay((await test.call(joinPlan, patient.caller(), input)).url)
  }
  return {
    async join(childsName: string) {
      await join(people.pays, family.price.id, {
        household: { isPayerCovered: true, adults: 0, children: ['2019-05-05'] },
        names: { adults: [], children: [childsName] },
      })
      await join(people.fails, scene.plan.price.id)
      await join(people.yearly, yearly.price.id)
    },
    async goWrong() {
      const inClinic = { stripeAccount: clinic.account }
      const [{ customer = '' } = {}] = await test.db.asOwner<{ customer: string }>(
        'select stripe_customer as customer from patient_customers where patient_id = $1',
        [people.fails.patientId],
      )
      const declined = await test.client.paymentMethods.attach(
        'pm_card_chargeCustomerFail',
        { customer },
        inClinic,
      )
      const invoice_settings = { default_payment_method: declined.id }
      await test.client.customers.update(customer, { invoice_settings }, inClinic)
      const [held] = await test.db.asOwner<{ id: string }>(
        `select id from subscriptions where owner_patient_id = $1 and status = 'active'`,
        [people.pays.patientId],
      )
      await test.call(cancelSubscription, people.pays.caller(), { subscriptionId: held?.id })
    },
  }
}
