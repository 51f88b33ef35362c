import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedPath } from '#domain/mailed-links.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { dunning } from '#domain/subscriptions/subscriptions.ts'
import { anAppointment } from '#testing/appointments.ts'
import { agreement } from '#testing/money/agreement.ts'
import { cards, openTestPayments, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { changeAccount } from '#testing/sign-in/account-changes.ts'
import {
  aMembershipOf,
  anInvitation,
  aPatient,
  aSignedInPerson,
  type Patient,
} from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { checkSubscription } from '../clinic-tier/check-subscription.ts'
import { createClinicWithAdmin } from '../clinics/create-clinic-with-admin.ts'
import { activateMembership } from '../memberships/joining/activate-membership.ts'
import { joinClinic } from '../memberships/joining/join-clinic.ts'
import { removeMember } from '../memberships/remove-member.ts'
import { refreshInvoice } from '../stripe-sync/refresh/refresh-invoice.ts'
import { cancelSubscription } from '../subscriptions/ending/cancel-subscription.ts'
import { resumeSubscription } from '../subscriptions/resume-subscription.ts'
import { deliverNotice, queueLostNotices } from './deliver-notice.ts'
import { writeNotice } from './write-notice.ts'

let test: TestPayments
let clinic: SellingClinic
let plan: PlanView
beforeAll(async () => {
  // 22:00 on March 30 in Vancouver
  test = await openTestPayments({ now: '2026-03-31T05:00:00Z' })
  clinic = await test.aSellingClinic({ timeZone: 'America/Vancouver' })
  plan = await test.aPublishedPlan(clinic, { name: 'Glp-canary plan', amountCents: 4_900 })
})
afterAll(() => test.close())

interface Sent {
  template: string
  subject: string
  text: string
  links: string[]
  receipt_id: string | null
}

async function mailsTo({ email }: { email: string }, template?: string): Promise<Sent[]> {
  await test.work()
  const mails = await test.db.asOwner<Sent>(
    `select template, subject, text_body as text, links, receipt_id from app.mails where to_address = $1
      order by queued_at, id`,
    [email],
  )
  return mails.filter((mail) => !template || mail.template === template)
}

async function aFailingMember(): Promise<Patient> {
  const patient = await test.aMember(clinic, plan)
  const inClinic = { stripeAccount: clinic.account }
  const { stripe_subscription } = await subscriptionOf(test, patient)
  const { customer } = await test.client.subscriptions.retrieve(stripe_subscription, {}, inClinic)
  const card = await test.client.paymentMethods.attach(
    'pm_card_chargeCustomerFail',
    { customer: String(customer) },
    inClinic,
  )
  await test.client.customers.update(
    String(customer),
    { invoice_settings: { default_payment_method: card.id } },
    inClinic,
  )
  return patient
}

describe('a receipt', () => {
  it('is mailed once for each payment, with its number, amount and the clinic’s day, and without the plan', async () => {
    const patient = await test.aMember(clinic, plan)
    const [mail, ...others] = await mailsTo(patient, 'payment-received')
    expect(others).toEqual([])
    const [receipt] = await test.db.asOwner<{ id: string; number: number; invoice_id: string }>(
      'select id, number, invoice_id from receipts where patient_id = $1',
      [patient.patientId],
    )
    expect(mail?.receipt_id).toBe(receipt?.id)
    expect(mail?.subject).toContain(`R-${String(receipt?.number).padStart(6, '0')}`)
    expect(mail?.text).toContain('received $49.00 on Mar 30, 2026')
    expect(mail?.links).toEqual([
      `http://${clinic.subdomain}.carefold.localhost:3000${mailedPath('invoice', receipt?.invoice_id ?? '')}`,
    ])
    expect(`${mail?.subject}${mail?.text}`).not.toContain('canary')

    await test.pass('P1M')
    await test.pass('PT1H')
    expect(await mailsTo(patient, 'payment-received')).toHaveLength(2)
  })

  it('is mailed once when the invoice is read again and when two workers read it at once', async () => {
    const patient = await aPatient(test.db, clinic)
    const { url } = await test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
    })
    await test.pay(url)
    const inClinic = { stripeAccount: clinic.account }
    const { data } = await test.client.invoices.list({ limit: 1 }, inClinic)
    const clinicHere = { clinicId: clinic.id, account: clinic.account, timeZone: clinic.timeZone }
    const read = () => refreshInvoice(test.services, clinicHere, data[0]?.id ?? '', 'test')
    await Promise.allSettled([read(), read()])
    await read()
    expect(await mailsTo(patient, 'payment-received')).toHaveLength(1)
  })

  it('waits for an unconfirmed address, and is mailed on confirmation', async () => {
    const patient = await aPatient(test.db, clinic, { status: 'pending', confirmed: false })
    const { url } = await test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
    })
    await test.pay(url)
    expect(await mailsTo(patient)).toEqual([])
    await changeAccount(test.db, patient.userId, { email_confirmed_at: new Date() })
    const templates = (await mailsTo(patient)).map(({ template }) => template)
    expect(templates.sort()).toEqual(['patient-joined', 'payment-received'])
  })
})

describe('a failed payment', () => {
  it('is mailed to an unconfirmed address too, without the card and the bank’s reason', async () => {
    const patient = await aFailingMember()
    await test.db.asOwner('update auth.users set email_confirmed_at = null where id = $1', [patient.userId])
    await test.pass('P1M')
    await test.pass('PT1H')
    const [mail, ...others] = await mailsTo(patient, 'payment-failed')
    expect(others).toEqual([])
    expect(mail?.text).toContain('could not charge $49.00')
    expect(mail?.text).toContain('is not confirmed yet')
    expect(mail?.text).not.toMatch(/Visa|The bank declined/)
    // the others wait for the confirmation
    expect(await mailsTo(patient, 'payment-received')).toHaveLength(1)
  }, 60_000)

  it('is mailed for each attempt with the next one and the link to pay, and shown to the clinic', async () => {
    const patient = await aFailingMember()
    await test.pass('P1M')
    await test.pass('PT1H')
    const [first, ...none] = await mailsTo(patient, 'payment-failed')
    expect(none).toEqual([])
    expect(first?.text).toMatch(/could not charge \$49\.00 to your card on/)
    expect(first?.text).toMatch(/We will retry the card on \w{3} \d+, 2026/)
    expect(first?.links).toEqual([`http://${clinic.subdomain}.carefold.localhost:3000/pay`])
    const [invoice] = await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
      tx
        .selectFrom('invoices')
        .select('failure_mailed_at')
        .where('patient_id', '=', patient.patientId)
        .where('status', '=', 'open')
        .execute(),
    )
    expect(invoice?.failure_mailed_at).toEqual(test.clock.now())
  }, 60_000)

  it('is mailed at each retry, and when the plan ends after the last one; benefits last until then, and a booked visit stays', async () => {
    const patient = await aFailingMember()
    const visit = await anAppointment(test.db, clinic, patient, { date: '2026-12-01' })
    const tier = async () => (await test.call(checkSubscription, patient.caller(), {})).subscription_tier
    await test.pass('P1M')
    await test.pass('PT1H')
    const [, ...later] = dunning.retryAfterDays.toReversed()
    for (const [step, days] of later.toReversed().entries()) {
      expect(await mailsTo(patient, 'payment-failed')).toHaveLength(step + 1)
      expect(await tier()).not.toBe('free')
      await test.pass(`P${days}D`)
      await test.pass('PT1H')
    }
    const steps = await mailsTo(patient, 'payment-failed')
    expect(steps).toHaveLength(dunning.retryAfterDays.length)
    expect(steps.filter(({ text, subject }) => `${subject}${text}`.includes('canary'))).toEqual([])
    expect(await mailsTo(patient, 'plan-ended')).toEqual([])
    await test.pass(`P${dunning.retryAfterDays.at(-1)}D`)
    await test.pass('PT1H')
    const [ended, ...more] = await mailsTo(patient, 'plan-ended')
    expect(more).toEqual([])
    expect(ended?.text).toMatch(/The last payment did not go through: \$[\d.,]+ is still open\./)
    expect(await mailsTo(patient, 'payment-failed')).toHaveLength(dunning.retryAfterDays.length)
    expect(await tier()).toBe('free')
    const [booked] = await test.db.asOwner('select status from appointments where id = $1', [visit.id])
    expect(booked).toEqual({ status: 'upcoming' })
    const states = await test.db.asOwner<{ to: string }>(
      `select details->>'to' as to from app.audit_log l join subscriptions s on s.id::text = l.subject_id
        where action = 'subscription.status_changed' and s.owner_patient_id = $1 order by l.id`,
      [patient.patientId],
    )
    expect(states.map(({ to }) => to)).toEqual(['active', 'past_due', 'canceled'])
  }, 60_000)

  it('is mailed when the bank requires the absent payer to confirm', async () => {
    const patient = await aPatient(test.db, clinic)
    const { url } = await test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
    })
    const { location } = await test.pay(url, '4000 0027 6000 3184')
    await test.submit(location ?? '', { answer: 'approve' })
    await test.pass('P1M')
    await test.pass('PT1H')
    const [mail, ...others] = await mailsTo(patient, 'payment-failed')
    expect(others).toEqual([])
    expect(mail?.text).toContain('Your bank asks you to confirm the payment.')
  }, 60_000)

  it('is not mailed for a mistyped card on joining, nor once it has been paid', async () => {
    const patient = await aPatient(test.db, clinic)
    const { url } = await test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
    })
    await test.pay(url, cards.declined)
    expect(await mailsTo(patient)).toEqual([])
    await test.pay(url)
    expect(await mailsTo(patient, 'payment-failed')).toEqual([])
    expect(await mailsTo(patient, 'payment-received')).toHaveLength(1)
  })
})

describe('a canceled plan', () => {
  const cancel = async (patient: Patient, by = patient.caller()) =>
    test.call(cancelSubscription, by, { subscriptionId: (await subscriptionOf(test, patient)).id })
  const resume = async (patient: Patient) =>
    test.call(resumeSubscription, patient.caller(), {
      subscriptionId: (await subscriptionOf(test, patient)).id,
    })

  it('is mailed once to the patient, also if an admin canceled it, with the end date and the undo', async () => {
    const patient = await test.aMember(clinic, plan)
    await cancel(patient, clinic.admin.caller())
    await test.runDue()
    const [mail, ...others] = await mailsTo(patient, 'plan-canceled')
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/ends on \w{3} \d+, 2026\. You can use it until then/)
    expect(mail?.text).toMatch(/You can keep your plan until/)
    expect(mail?.subject).not.toContain('canary')
    await test.pass('P1M')
    await test.pass('PT1H')
    expect(await mailsTo(patient, 'plan-ended')).toEqual([])
  })

  it('offers no undo to a removed patient', async () => {
    const patient = await test.aMember(clinic, plan)
    await test.call(removeMember, clinic.admin.caller(), { membershipId: patient.membershipId })
    const [mail, ...others] = await mailsTo(patient, 'plan-canceled')
    expect(others).toEqual([])
    expect(mail?.text).toContain('You can use it until then')
    expect(mail?.text).not.toContain('keep your plan')
    expect(mail?.links).toEqual([])
  })

  it('is not mailed when it was undone before the mail was written, and again when it is canceled again', async () => {
    const patient = await test.aMember(clinic, plan)
    await cancel(patient)
    await resume(patient)
    expect(await mailsTo(patient, 'plan-canceled')).toEqual([])
    await cancel(patient)
    expect(await mailsTo(patient, 'plan-canceled')).toHaveLength(1)
  })

  it('is mailed when it was canceled in the clinic’s dashboard at Stripe', async () => {
    const [ending, ended] = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
    const inClinic = { stripeAccount: clinic.account }
    const idOf = async (patient: Patient) => (await subscriptionOf(test, patient)).stripe_subscription
    await test.client.subscriptions.update(await idOf(ending), { cancel_at_period_end: true }, inClinic)
    await test.client.subscriptions.cancel(await idOf(ended), {}, inClinic)
    expect(await mailsTo(ending, 'plan-canceled')).toHaveLength(1)
    expect(await mailsTo(ended, 'plan-canceled')).toEqual([])
    const [mail, ...others] = await mailsTo(ended, 'plan-ended')
    expect(others).toEqual([])
    expect(mail?.text).not.toContain('did not go through')
  })
})

describe('joining a clinic', () => {
  it('welcomes the patient once, and not again when they sign in again', async () => {
    const person = await aSignedInPerson(test.db, { name: 'Zoë Ångström' })
    for (let time = 0; time < 2; time++)
      await test.call(joinClinic, person.caller(clinic), { clinicId: clinic.id })
    const [mail, ...others] = await mailsTo(person)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ template: 'patient-joined', subject: `Welcome to ${clinic.name}` })
    expect(mail?.text).toContain('Hello Zoë Ångström,')
  })

  it('reports an accepted invitation to the inviter: a colleague by name, a patient without', async () => {
    const inviter = await aMembershipOf(test.db, await aSignedInPerson(test.db), clinic, { role: 'admin' })
    const [colleague, patient] = [
      await aSignedInPerson(test.db, { name: 'Kim Colleague' }),
      await aSignedInPerson(test.db, { name: 'Pat Private' }),
    ]
    for (const [person, role] of [
      [colleague, 'staff'],
      [patient, 'patient'],
    ] as const) {
      await anInvitation(test.db, clinic, {
        email: person.email,
        role,
        invitedBy: inviter,
        expiresAt: inAWeek(),
      })
      await test.call(activateMembership, person.caller(clinic), { clinicId: clinic.id })
    }
    const reports = await mailsTo(inviter)
    expect(reports.map(({ template }) => template)).toEqual(['invitation-accepted', 'invitation-accepted'])
    const words = reports.map(({ text }) => text).join('\n')
    expect(words).toContain(`Kim Colleague has joined ${clinic.name} as staff.`)
    expect(words).not.toContain('Pat Private')
    expect(await mailsTo(patient, 'patient-joined')).toHaveLength(1)
    expect(await mailsTo(colleague)).toEqual([])
  })

  it('reports nothing to an inviter who has left the team', async () => {
    const inviter = await aMembershipOf(test.db, await aSignedInPerson(test.db), clinic, { role: 'staff' })
    const guest = await aSignedInPerson(test.db)
    await anInvitation(test.db, clinic, {
      email: guest.email,
      role: 'patient',
      invitedBy: inviter,
      expiresAt: inAWeek(),
    })
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
      inviter.membershipId,
    ])
    await test.call(activateMembership, guest.caller(clinic), { clinicId: clinic.id })
    expect(await mailsTo(inviter)).toEqual([])
  })

  it('welcomes the admin who opened a clinic, once, with its addresses', async () => {
    const admin = await aSignedInPerson(test.db, { name: 'Ada Admin' })
    const subdomain = `harbor-${crypto.randomUUID().slice(0, 8)}`
    await test.call(createClinicWithAdmin, admin.caller(), { name: 'Harbor Clinic', subdomain })
    const [mail, ...others] = await mailsTo(admin)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ template: 'clinic-opened', subject: 'Harbor Clinic is open on Carefold' })
    expect(mail?.text).toContain(`${subdomain}.carefold.localhost:3000/join`)
  })
})

describe('a notice', () => {
  it('is rolled back with the transaction of its fact', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id } = await subscriptionOf(test, patient)
    const failing = test.services.transactions.withSystem('test', async (tx) => {
      await writeNotice(
        tx,
        { clinicId: clinic.id, kind: 'plan_canceled', subjectId: id, key: `${id}:rolled-back` },
        test.clock.now(),
      )
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await mailsTo(patient, 'plan-canceled')).toEqual([])
  })

  it('is mailed once by two workers and by a repeated job', async () => {
    const patient = await test.aMember(clinic, plan)
    const [notice] = await test.db.asOwner<{ id: string }>(
      `select n.id from app.notices n join receipts r on r.id::text = n.subject_id where r.patient_id = $1`,
      [patient.patientId],
    )
    await test.db.asOwner('update app.notices set settled_at = null where id = $1', [notice?.id])
    await test.db.asOwner('delete from app.mails where to_address = $1', [patient.email])
    const { run } = deliverNotice(test.services)
    const data = { clinicId: clinic.id, noticeId: notice?.id ?? '' }
    await Promise.all([run(data), run(data)])
    expect(await run(data)).toMatchObject({ mailed: false })
    expect(await mailsTo(patient, 'payment-received')).toHaveLength(1)
  })

  it('whose job was lost is queued again after an hour', async () => {
    const patient = await test.aMember(clinic, plan)
    await test.db.asOwner(
      `update app.notices set settled_at = null
        where subject_id in (select id::text from receipts where patient_id = $1)`,
      [patient.patientId],
    )
    await test.db.asOwner('delete from app.mails where to_address = $1', [patient.email])
    const { run } = queueLostNotices(test.services)
    await run({})
    expect(await mailsTo(patient)).toEqual([])
    test.clock.advance('PT2H')
    await run({})
    expect(await mailsTo(patient, 'payment-received')).toHaveLength(1)
  })
})

describe('a notice that fails each time', () => {
  it('is no longer queued after a week', async () => {
    const patient = await test.aMember(clinic, plan)
    await test.db.asOwner(
      `update app.notices set settled_at = null, noticed_at = noticed_at - interval '8 days'
        where subject_id in (select id::text from receipts where patient_id = $1)`,
      [patient.patientId],
    )
    await test.db.asOwner('delete from app.mails where to_address = $1', [patient.email])
    await queueLostNotices(test.services).run({})
    expect(await mailsTo(patient)).toEqual([])
  })
})

function inAWeek(): Date {
  return new Date(test.clock.now().getTime() + 7 * 24 * 60 * 60 * 1000)
}
