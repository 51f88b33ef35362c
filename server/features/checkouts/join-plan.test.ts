import { describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { agreement } from '#testing/money/agreement.ts'
import { cards } from '#testing/money/payments.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf, heldBy, sessionOf } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { closePlan } from '../plans/close-plan.ts'
import { joinPlan } from './join-plan.ts'
import { joinStatus } from './join-status.ts'

const { test, clinic, plan } = await setUpSale()

function join(caller: Caller, priceId = plan.price.id, attempt: string = crypto.randomUUID()) {
  return test.call(joinPlan, caller, { priceId, attempt, agreement })
}

describe('joining', () => {
  it('takes effect when Stripe confirms the payment, never with the return from the page', async () => {
    const patient = await aPatient(test.db, clinic)
    const { url } = await join(patient.caller())
    const paid = await test.pay(url)
    expect(paid.location).toContain(
      `http://${clinic.subdomain}.carefold.localhost:3000/join/confirming?session_id=cs_`,
    )
    const status = () => test.call(joinStatus, patient.caller(), { sessionId: sessionOf(paid.location) })
    expect(await status()).toEqual({ state: 'confirming', planName: 'Whole Year' })
    expect(await heldBy(test, patient)).toEqual([])

    await test.work()
    expect(await status()).toEqual({ state: 'active', planName: 'Whole Year' })
    expect(await heldBy(test, patient)).toEqual([{ status: 'active', cancel_at_period_end: false }])
    expect(await chargesOf(test, clinic, patient)).toEqual([9_900])
  })

  it('shows the patient the subscription, invoice, payment and card, and covers them from today', async () => {
    const patient = await test.aMember(clinic, plan)
    await test.services.transactions.withActor(patient.caller(), async (tx) => {
      const invoice = await tx
        .selectFrom('invoices')
        .select(['status', 'total_cents', 'number'])
        .executeTakeFirstOrThrow()
      expect(invoice).toMatchObject({ status: 'paid', total_cents: 9_900 })
      expect(invoice.number).toBeTruthy()
      const line = await tx.selectFrom('invoice_lines').select('amount_cents').executeTakeFirstOrThrow()
      expect(line.amount_cents).toBe(9_900)
      const payment = await tx
        .selectFrom('payments')
        .select(['status', 'amount_cents', 'card_last4'])
        .executeTakeFirstOrThrow()
      expect(payment).toEqual({ status: 'succeeded', amount_cents: 9_900, card_last4: '4242' })
      const card = await tx
        .selectFrom('patient_customers')
        .select(['card_brand', 'card_last4', 'card_exp_year'])
        .executeTakeFirstOrThrow()
      expect(card).toEqual({ card_brand: 'visa', card_last4: '4242', card_exp_year: 2034 })
      const member = await tx
        .selectFrom('subscription_members')
        .select(['patient_id', 'from_on', 'until_on'])
        .executeTakeFirstOrThrow()
      expect(member).toEqual({ patient_id: patient.patientId, from_on: '2026-03-10', until_on: null })
    })
  })

  it('works after a declined card, which leaves no partial rows', async () => {
    const patient = await aPatient(test.db, clinic)
    const { url } = await join(patient.caller())
    expect(await test.pay(url, cards.declined)).toMatchObject({ status: 303, location: `${url}?declined=1` })
    await test.work()
    expect(await heldBy(test, patient)).toEqual([])
    const paid = await test.pay(url)
    expect(paid.status).toBe(303)
    await test.work()
    expect(await heldBy(test, patient)).toEqual([{ status: 'active', cancel_at_period_end: false }])
    expect(await chargesOf(test, clinic, patient)).toEqual([9_900])
  })

  it('works after the clinic has deleted the customer in its Stripe dashboard', async () => {
    const inClinic = { stripeAccount: clinic.account }
    const patient = await test.aMember(clinic, plan)
    const customers = () =>
      test.db.asOwner<{ id: string; gone: boolean; card: string | null }>(
        `select stripe_customer as id, gone_at is not null as gone, card_last4 as card
           from patient_customers where patient_id = $1`,
        [patient.patientId],
      )
    const [first] = await customers()
    await test.client.customers.del(first?.id ?? '', {}, inClinic)
    await test.work()
    expect(await customers()).toEqual([{ id: first?.id, gone: true, card: null }])
    expect(await heldBy(test, patient)).toEqual([{ status: 'canceled', cancel_at_period_end: false }])

    await test.pay((await join(patient.caller())).url)
    await test.work()
    expect((await heldBy(test, patient)).map(({ status }) => status).sort()).toEqual(['active', 'canceled'])
    // a refund to the deleted customer is still booked for the patient
    const [payment] = await test.db.asOwner<{ id: string }>(
      'select id from payments where patient_id = $1 order by charged_at limit 1',
      [patient.patientId],
    )
    await test.client.refunds.create({ charge: payment?.id ?? '', amount: 500 }, inClinic)
    await test.work()
    expect(
      await test.db.asOwner('select amount_cents from refunds where patient_id = $1', [patient.patientId]),
    ).toEqual([{ amount_cents: 500 }])
  })

  it('replaces a deleted customer whose event has not arrived, and its open page', async () => {
    const patient = await aPatient(test.db, clinic)
    const before = await join(patient.caller())
    const [customer] = await test.db.asOwner<{ id: string }>(
      'select stripe_customer as id from patient_customers where patient_id = $1',
      [patient.patientId],
    )
    await test.client.customers.del(customer?.id ?? '', {}, { stripeAccount: clinic.account })
    const [one, other] = await Promise.all([join(patient.caller()), join(patient.caller())])
    expect(one.url).not.toBe(before.url)
    expect(other.url).toBe(one.url)
    await test.pay(one.url)
    await test.work()
    expect(await heldBy(test, patient)).toEqual([{ status: 'active', cancel_at_period_end: false }])
  })

  it('is open to a user with an unconfirmed email, and shows them only their own payment', async () => {
    await test.aMember(clinic, plan)
    const pending = await aPatient(test.db, clinic, { status: 'pending', confirmed: false })
    await test.pay((await join(pending.caller())).url)
    await test.work()
    const seen = await test.services.transactions.withActor(pending.caller(), async (tx) => ({
      subscriptions: await tx.selectFrom('subscriptions').select('owner_patient_id').execute(),
      invoices: await tx.selectFrom('invoices').select('patient_id').execute(),
    }))
    expect(seen).toEqual({
      subscriptions: [{ owner_patient_id: pending.patientId }],
      invoices: [{ patient_id: pending.patientId }],
    })
    const [customer] = await test.db.asOwner<{ stripe_customer: string }>(
      'select stripe_customer from patient_customers where patient_id = $1',
      [pending.patientId],
    )
    const atStripe = await test.client.customers.retrieve(
      customer?.stripe_customer ?? '',
      {},
      { stripeAccount: clinic.account },
    )
    expect(JSON.stringify(atStripe)).not.toContain(pending.email)
  })
})

describe('joining is refused', () => {
  it('for a second plan of the same kind, not for one of another kind', async () => {
    const patient = await test.aMember(clinic, plan)
    const uninsured = await test.aPublishedPlan(clinic, { kind: 'uninsured', amountCents: 3_000 })
    expect((await join(patient.caller(), uninsured.price.id)).url).toContain('/checkout/')
    const dearer = await test.aPublishedPlan(clinic, { amountCents: 12_000 })
    await expect(join(patient.caller(), dearer.price.id)).rejects.toMatchObject({ code: 'already_joined' })
  })

  it('for a draft, a closed plan, and one of another clinic', async () => {
    const patient = await aPatient(test.db, clinic)
    await expect(join(patient.caller(), crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    const closed = await test.aPublishedPlan(clinic)
    await test.call(closePlan, clinic.admin.caller(), { planId: closed.id })
    await expect(join(patient.caller(), closed.price.id)).rejects.toMatchObject({
      code: 'plan_not_published',
    })
    const other = await test.aSellingClinic()
    const foreign = await test.aPublishedPlan(other)
    await expect(join(patient.caller(), foreign.price.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(join(patient.caller(other), foreign.price.id)).rejects.toMatchObject({ code: 'not_allowed' })
  })

  it('while charges are disabled; members stay', async () => {
    const paused = await test.aSellingClinic()
    const offer = await test.aPublishedPlan(paused)
    const member = await test.aMember(paused, offer)
    await test.db.asOwner('update payout_accounts set charges_enabled = false where clinic_id = $1', [
      paused.id,
    ])
    const patient = await aPatient(test.db, paused)
    await expect(join(patient.caller(), offer.price.id)).rejects.toMatchObject({ code: 'joining_paused' })
    expect(await heldBy(test, member)).toEqual([{ status: 'active', cancel_at_period_end: false }])
  })

  // spec: B9 A tier caps active subscribers
  it('beyond the tier’s cap from its first day, also when two ask for the last place at once', async () => {
    const small = await test.aSellingClinic()
    const offer = await test.aPublishedPlan(small)
    await test.db.asOwner(`update clinic_billing set tier = 'starter' where clinic_id = $1`, [small.id])
    await test.db.asOwner(
      `insert into app.checkouts (clinic_id, purpose, subject_id, choice, attempt, created_at, updated_at)
       select $1, 'wellness', gen_random_uuid(), 'x', 'x', now(), now() from generate_series(1, 49)`,
      [small.id],
    )
    const patients = [await aPatient(test.db, small), await aPatient(test.db, small)]
    const asked = await Promise.allSettled(patients.map((patient) => join(patient.caller(), offer.price.id)))
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = asked.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'clinic_full' })
  })

  it('beyond the tier’s cap for a family, whose people count each', async () => {
    const small = await test.aSellingClinic()
    const offer = await test.aPublishedPlan(small, { childCents: 3_000 })
    await test.db.asOwner(`update clinic_billing set tier = 'starter' where clinic_id = $1`, [small.id])
    await test.db.asOwner(
      `insert into app.checkouts (clinic_id, purpose, subject_id, choice, attempt, household, created_at, updated_at)
       select $1, 'wellness', gen_random_uuid(), 'x', 'x',
              '{"isPayerCovered": true, "covered": [{}, {}, {}]}', now(), now() from generate_series(1, 12)`,
      [small.id],
    )
    // 48 people are paying: a parent with one child still fits, one with two does not
    const family = (children: number) => ({
      priceId: offer.price.id,
      attempt: crypto.randomUUID(),
      agreement,
      household: { isPayerCovered: true, adults: 0, children: Array(children).fill('2018-03-04') },
      names: { adults: [], children: Array(children).fill('Kim Doe') },
    })
    const patient = await aPatient(test.db, small)
    await expect(test.call(joinPlan, patient.caller(), family(2))).rejects.toMatchObject({
      code: 'clinic_full',
    })
    expect(await test.call(joinPlan, patient.caller(), family(1))).toHaveProperty('url')
  })
})
