// Concurrent calls about money (docs/threats.md T26). The result equals that of one call, or of both in sequence. More
// rounds: `RACE_ROUNDS=200 vitest run server/tests/money/races.test.ts`.
import { expect, it } from 'vitest'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { createCheckout } from '#server/features/clinic-tier/create-checkout.ts'
import { saveBillingAddress } from '#server/features/clinic-tier/save-billing-address.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { removeOwnCard } from '#server/features/subscriptions/cards/remove-own-card.ts'
import { setDefaultCard } from '#server/features/subscriptions/cards/set-default-card.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { resumeSubscription } from '#server/features/subscriptions/resume-subscription.ts'
import { agreement } from '#testing/money/agreement.ts'
import { addCard, cardsOf } from '#testing/money/cards.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf, endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'

const { test, clinic, plan } = await setUpSale()

const rounds = Number(process.env.RACE_ROUNDS ?? 1)

/** Starts all calls at once. @returns how many succeeded */
async function atOnce(...calls: (() => Promise<unknown>)[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls.map((call) => call()))
  await test.work()
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

const races: Record<string, () => Promise<void>> = {
  async 'a plan joined in two tabs is charged once'() {
    const patient = await aPatient(test.db, clinic)
    const join = async () => {
      const given = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
      await test.pay((await test.call(joinPlan, patient.caller(), given)).url)
    }
    await atOnce(join, join)
    expect(await chargesOf(test, clinic, patient)).toHaveLength(1)
  },

  async 'a payment refunded twice is never refunded beyond itself'() {
    const patient = await test.aMember(clinic, plan)
    const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
      patient.patientId,
    ])
    const refund = () =>
      test.call(refundPayment, clinic.admin.caller(), {
        paymentId: payment?.id,
        amountCents: 6_000,
        attempt: crypto.randomUUID(),
      })
    expect(await atOnce(refund, refund)).toBe(1)
    const [known] = await test.db.asOwner('select refunded_cents from payments where id = $1', [payment?.id])
    expect(known).toEqual({ refunded_cents: 6_000 })
  },

  async 'a plan canceled and kept at once stands here as it does at Stripe'() {
    const patient = await test.aMember(clinic, plan)
    const { id, stripe_subscription } = await subscriptionOf(test, patient)
    const input = { subscriptionId: id }
    await atOnce(
      () => test.call(cancelSubscription, patient.caller(), input),
      () => test.call(resumeSubscription, patient.caller(), input),
    )
    const after = (await subscriptionOf(test, patient)) as unknown as { cancel_at_period_end: boolean }
    expect(after.cancel_at_period_end).toBe(await endsAtStripe(test, clinic, stripe_subscription))
  },

  async 'a card that becomes the default while it is removed leaves the plan with a card'() {
    const patient = await test.aMember(clinic, plan)
    await addCard(test, clinic, patient, 'pm_card_mastercard')
    const spare = (await cardsOf(test, patient)).find(({ is_default }) => !is_default)
    await atOnce(
      () => test.call(setDefaultCard, patient.caller(), { cardId: spare?.id }),
      () => test.call(removeOwnCard, patient.caller(), { cardId: spare?.id }),
    )
    expect((await cardsOf(test, patient)).filter(({ is_default }) => is_default)).toHaveLength(1)
  },

  async 'a tier chosen in two tabs is bought once'() {
    const buyer = await aClinic(test.db)
    const buy = async () => {
      const page = await test.call(createCheckout, buyer.admin.caller(), { plan: 'starter' })
      await test.pay(page.url)
    }
    await atOnce(buy, buy)
    const [billing] = await test.db.asOwner<{ stripe_customer: string }>(
      'select stripe_customer from clinic_billing where clinic_id = $1',
      [buyer.id],
    )
    const { data } = await test.client.subscriptions.list({ customer: billing?.stripe_customer ?? '' })
    expect(data).toHaveLength(1)
  },

  async 'a billing address saved in two tabs is that of one of them'() {
    const saver = await aClinic(test.db)
    const save = (city: string) => () =>
      test.call(saveBillingAddress, saver.admin.caller(), {
        version: 0,
        name: 'Clinic',
        line1: '1 Road',
        line2: '',
        city,
        state: 'MA',
        postalCode: '01103',
        country: 'US',
      })
    expect(await atOnce(save('Springfield'), save('Boston'))).toBe(1)
  },

  async 'a tax saved in two tabs is one tax'() {
    const seller = await test.aSellingClinic()
    const save = (percentage: string) => () =>
      test.call(saveClinicTax, seller.admin.caller(), {
        tax: { name: 'HST', percentage, isInclusive: false },
      })
    await atOnce(save('13'), save('15'))
    const current = await test.db.asOwner(
      'select rate_ppm from clinic_taxes where clinic_id = $1 and ended_at is null',
      [seller.id],
    )
    expect(current).toHaveLength(1)
  },

  async 'a payment page submitted three times is paid once'() {
    const patient = await aPatient(test.db, clinic)
    const given = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
    const { url } = await test.call(joinPlan, patient.caller(), given)
    await atOnce(
      () => test.pay(url),
      () => test.pay(url),
      () => test.pay(url),
    )
    expect(await chargesOf(test, clinic, patient)).toHaveLength(1)
  },
}

it.each(Object.entries(races))(
  '%s',
  async (_name, race) => {
    for (let round = 0; round < rounds; round += 1) await race()
  },
  30_000 + rounds * 10_000,
)
