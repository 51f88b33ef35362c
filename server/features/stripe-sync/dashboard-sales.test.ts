import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { ledgerDifferences } from '#server/features/ledger/compare-ledger.ts'
import { customerOf } from '#testing/money/cards.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { sweepClinic } from './sweep-clinic.ts'

// Sales in the clinic's own Stripe dashboard, besides plans.

const { test, clinic, plan } = await setUpSale()
const inClinic = { stripeAccount: clinic.account }
const member = await test.aMember(clinic, plan)
const customer = await customerOf(test, member)

async function hold(amount: number, payer: string | null = customer): Promise<Stripe.PaymentIntent> {
  const method = payer
    ? (await test.client.paymentMethods.attach('pm_card_mastercard', { customer: payer }, inClinic)).id
    : 'pm_card_visa'
  const intent = await test.client.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      capture_method: 'manual',
      confirm: true,
      payment_method: method,
      ...(payer ? { customer: payer } : {}),
      return_url: 'http://localhost/back',
    },
    inClinic,
  )
  await test.work()
  return intent
}

async function capture(intent: string, amount?: number) {
  await test.client.paymentIntents.capture(intent, amount ? { amount_to_capture: amount } : {}, inClinic)
  await test.work()
}

async function revenue(): Promise<number> {
  const [row] = await test.db.asOwner<{ cents: number }>(
    `select coalesce(-sum(amount_cents), 0)::int as cents from postings where account = $1`,
    [`clinic:${clinic.id}:revenue:uninsured`],
  )
  return row?.cents ?? 0
}

const kept = (charge: unknown) =>
  test.db.asOwner(
    `select status, amount_cents, refunded_cents,
            (select count(*)::int from refunds where payment_id = payments.id) as refunds,
            (select count(*)::int from receipts where payment_id = payments.id) as receipts
       from payments where id = $1`,
    [charge],
  )

/** The ledger equals Stripe, after a sweep too. */
async function expectLedgerOfStripe() {
  await sweepClinic(test.services, clinic.id)
  expect(await ledgerDifferences(test.services, clinic.id)).toEqual([])
}

describe('an uncaptured payment', () => {
  it('is no income until it is captured', async () => {
    const before = await revenue()
    const intent = await hold(8_000)
    expect(intent.status).toBe('requires_capture')
    expect(await revenue()).toBe(before)
    expect(await kept(intent.latest_charge)).toEqual([])
    await expectLedgerOfStripe()
    await capture(intent.id)
    expect(await revenue()).toBe(before + 8_000)
    expect(await kept(intent.latest_charge)).toEqual([
      { status: 'succeeded', amount_cents: 8_000, refunded_cents: 0, refunds: 0, receipts: 1 },
    ])
    await expectLedgerOfStripe()
  })

  it('counts with the captured part, without a refund of the rest', async () => {
    const before = await revenue()
    const intent = await hold(8_000)
    await capture(intent.id, 5_000)
    expect(await revenue()).toBe(before + 5_000)
    expect(await kept(intent.latest_charge)).toEqual([
      { status: 'succeeded', amount_cents: 5_000, refunded_cents: 0, refunds: 0, receipts: 1 },
    ])
    await expectLedgerOfStripe()
    await test.client.refunds.create({ payment_intent: intent.id, amount: 2_000 }, inClinic)
    await test.work()
    expect(await revenue()).toBe(before + 3_000)
    expect(await kept(intent.latest_charge)).toEqual([
      { status: 'succeeded', amount_cents: 5_000, refunded_cents: 2_000, refunds: 1, receipts: 1 },
    ])
    await expectLedgerOfStripe()
  })

  it('leaves nothing when it is released', async () => {
    const before = await revenue()
    const intent = await hold(8_000)
    await test.client.paymentIntents.cancel(intent.id, {}, inClinic)
    await test.work()
    expect(await revenue()).toBe(before)
    expect(await kept(intent.latest_charge)).toEqual([])
    await expectLedgerOfStripe()
  })

  it('of an unknown customer is listed to be assigned once it is captured', async () => {
    const listed = (charge: unknown) =>
      test.db.asOwner('select amount_cents from unassigned_charges where id = $1', [charge])
    const intent = await hold(8_000, null)
    expect(await listed(intent.latest_charge)).toEqual([])
    await capture(intent.id, 3_000)
    expect(await listed(intent.latest_charge)).toEqual([{ amount_cents: 3_000 }])
    await expectLedgerOfStripe()
  })

  it('is found by the sweep when it was captured days later and the event was lost', async () => {
    const before = await revenue()
    const intent = await hold(8_000)
    await test.pass('P6D')
    await sweepClinic(test.services, clinic.id)
    await test.client.paymentIntents.capture(intent.id, {}, inClinic)
    expect(await revenue()).toBe(before)
    await sweepClinic(test.services, clinic.id)
    expect(await revenue()).toBe(before + 8_000)
  })
})

describe('a payout to the clinic’s bank', () => {
  it('does not change the income', async () => {
    const before = await revenue()
    const { id } = await test.client.paymentMethods.attach('pm_card_bypassPending', { customer }, inClinic)
    await test.client.paymentIntents.create(
      {
        amount: 9_000,
        currency: 'usd',
        confirm: true,
        customer,
        payment_method: id,
        shipping: { name: 'Pat Doe', address: { line1: '510 Townsend St' } },
        return_url: 'http://localhost/back',
      },
      inClinic,
    )
    const payout = await test.client.payouts.create({ amount: 5_000, currency: 'usd' }, inClinic)
    await test.work()
    await test.pass('P3D')
    expect(await test.client.payouts.retrieve(payout.id, {}, inClinic)).toMatchObject({ status: 'paid' })
    expect(await revenue()).toBe(before + 9_000)
    await expectLedgerOfStripe()
  })
})

it('a charge of an unknown payer is listed to be assigned', async () => {
  const before = await revenue()
  const price_data = { currency: 'usd', unit_amount: 7_000, product_data: { name: 'Visit' } }
  const { url } = await test.client.checkout.sessions.create(
    { mode: 'payment', success_url: 'http://localhost/done', line_items: [{ price_data, quantity: 1 }] },
    inClinic,
  )
  await test.pay(url ?? '')
  await test.work()
  expect(await revenue()).toBe(before)
  expect(
    await test.db.asOwner('select payer_email from unassigned_charges where amount_cents = 7000', []),
  ).toEqual([{ payer_email: 'pat@example.test' }])
  await expectLedgerOfStripe()
})
