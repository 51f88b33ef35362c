import { describe, expect, it } from 'vitest'
import { aClinic, aSandbox, type SandboxBench } from '../testing/a-sandbox.ts'

function pay({ stripe }: SandboxBench, amount: number, card = 'pm_card_bypassPending', account?: string) {
  return stripe.paymentIntents.create(
    { amount, currency: 'usd', payment_method: card, confirm: true, return_url: 'http://localhost/back' },
    account ? { stripeAccount: account } : {},
  )
}

const typesOf = async ({ stripe }: SandboxBench) =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)

describe('the balance', () => {
  it('has payments pending for two days', async () => {
    const bench = await aSandbox()
    await pay(bench, 10_000, 'pm_card_visa')
    // Less 2.9 % and 30 cents.
    expect(await bench.stripe.balance.retrieve()).toMatchObject({
      available: [{ amount: 0, currency: 'usd' }],
      pending: [{ amount: 9_680, currency: 'usd' }],
    })
    bench.time.pass(2)
    expect(await bench.stripe.balance.retrieve()).toMatchObject({
      available: [{ amount: 9_680 }],
      pending: [{ amount: 0 }],
    })
  })

  it('has payments that are available at once, and emits an event for them', async () => {
    const bench = await aSandbox()
    await pay(bench, 10_000)
    expect(await bench.stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 9_680 }] })
    expect(await typesOf(bench)).toContain('balance.available')
  })

  it('contains only the captured part of an authorization', async () => {
    const bench = await aSandbox()
    const held = await bench.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      payment_method: 'pm_card_bypassPending',
      capture_method: 'manual',
      confirm: true,
      return_url: 'http://localhost/back',
    })
    expect(await bench.stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 0 }] })
    await bench.stripe.paymentIntents.capture(held.id, { amount_to_capture: 1_000 })
    expect(await bench.stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 941 }] })
  })
})

describe('a payout', () => {
  it('takes available money, and arrives after two days', async () => {
    const bench = await aSandbox()
    const { stripe, time } = bench
    await pay(bench, 10_000)
    const payout = await stripe.payouts.create({ amount: 5_000, currency: 'usd' })
    expect(payout).toMatchObject({ status: 'pending', amount: 5_000 })
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 4_680 }] })
    expect((await stripe.balanceTransactions.list({ type: 'payout' })).data).toMatchObject([
      { amount: -5_000, net: -5_000, source: payout.id },
    ])
    await stripe.payouts.update(payout.id, { metadata: { month: 'March' } })
    time.pass(2)
    expect((await stripe.payouts.list({ status: 'paid' })).data).toMatchObject([
      { id: payout.id, metadata: { month: 'March' } },
    ])
    expect((await typesOf(bench)).filter((type) => type.startsWith('payout.'))).toEqual([
      'payout.paid',
      'payout.updated',
      'payout.created',
    ])
    await expect(stripe.payouts.cancel(payout.id)).rejects.toThrow('pending')
  })

  it('is refused for more than is available, and can be canceled in transit', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    await pay(bench, 10_000, 'pm_card_visa')
    await expect(stripe.payouts.create({ amount: 100, currency: 'usd' })).rejects.toMatchObject({
      code: 'balance_insufficient',
    })
    bench.time.pass(2)
    const { id } = await stripe.payouts.create({ amount: 9_680, currency: 'usd' })
    expect(await stripe.payouts.cancel(id)).toMatchObject({ status: 'canceled' })
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 9_680 }] })
    bench.time.pass(3)
    expect(await stripe.payouts.retrieve(id)).toMatchObject({ status: 'canceled' })
  })

  it('belongs to one account', async () => {
    const bench = await aSandbox()
    const clinic = await aClinic(bench)
    await pay(bench, 10_000, 'pm_card_bypassPending', clinic)
    await expect(bench.stripe.payouts.create({ amount: 100, currency: 'usd' })).rejects.toThrow(
      'insufficient',
    )
    const { id } = await bench.stripe.payouts.create(
      { amount: 100, currency: 'usd' },
      { stripeAccount: clinic },
    )
    await expect(bench.stripe.payouts.retrieve(id)).rejects.toThrow('No such payout')
  })
})

describe('a payment intent', () => {
  const shipping = {
    name: 'Pat Doe',
    address: { line1: '510 Townsend St', postal_code: '94103', city: 'San Francisco', state: 'CA' },
  }

  it('stores a shipping address, and so does its charge', async () => {
    const bench = await aSandbox()
    const intent = await bench.stripe.paymentIntents.create({
      amount: 2_000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      shipping,
      expand: ['latest_charge'],
    })
    expect(intent.shipping).toEqual({
      ...shipping,
      address: { ...shipping.address, line2: null, country: null },
      carrier: null,
      phone: null,
      tracking_number: null,
    })
    expect(intent.latest_charge).toMatchObject({ shipping: intent.shipping })
  })

  it('with manual confirmation waits for it after the bank too', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const intent = await stripe.paymentIntents.create({
      amount: 2_000,
      currency: 'usd',
      payment_method: 'pm_card_threeDSecure2Required',
      confirmation_method: 'manual',
      confirm: true,
      return_url: 'http://localhost/back',
    })
    const { location } = await bench.send(intent.next_action?.redirect_to_url?.url ?? '', {
      answer: 'approve',
    })
    expect(location).toContain('redirect_status=succeeded')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_confirmation' })
    expect(await stripe.paymentIntents.confirm(intent.id)).toMatchObject({ status: 'succeeded' })
  })
})
