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

describe('a payout of a clinic’s schedule', () => {
  it('sends each night what is available, and names the payments, refunds and fees in it', async () => {
    const bench = await aSandbox()
    const { stripe, time } = bench
    const stripeAccount = await aClinic(bench)
    const inClinic = { stripeAccount }
    await pay(bench, 10_000, 'pm_card_visa', stripeAccount)
    const intent = await pay(bench, 5_000, 'pm_card_visa', stripeAccount)
    await stripe.refunds.create({ payment_intent: intent.id, amount: 2_000 }, inClinic)
    time.pass(2, 15)
    const [payout, ...others] = (await stripe.payouts.list({}, inClinic)).data
    expect(others).toEqual([])
    // 9,680 and 4,825 less 2,000; the refund returns no fee.
    expect(payout).toMatchObject({ amount: 12_505, automatic: true, reconciliation_status: 'completed' })
    expect(new Date((payout?.created ?? 0) * 1000).toISOString()).toBe('2027-03-04T00:00:00.000Z')
    const { data } = await stripe.balanceTransactions.list({ payout: payout?.id ?? '' }, inClinic)
    expect(data.map(({ type, amount, fee }) => [type, amount, fee])).toEqual([
      ['payout', -12_505, 0],
      ['refund', -2_000, 0],
      ['charge', 5_000, 175],
      ['charge', 10_000, 320],
    ])
    time.pass(2)
    expect(await stripe.payouts.retrieve(payout?.id ?? '', {}, inClinic)).toMatchObject({ status: 'paid' })
    expect(await stripe.balance.retrieve({}, inClinic)).toMatchObject({
      available: [{ amount: 0 }],
      pending: [{ amount: 0 }],
    })
  })

  it('waits while more is owed than is available', async () => {
    const bench = await aSandbox()
    const { stripe, time } = bench
    const stripeAccount = await aClinic(bench)
    await pay(bench, 10_000, 'pm_card_createDispute', stripeAccount)
    time.pass(5)
    // The disputed amount, the fee of the payment and that of the dispute.
    expect(await stripe.balance.retrieve({}, { stripeAccount })).toMatchObject({
      available: [{ amount: -1_820 }],
    })
    expect((await stripe.payouts.list({}, { stripeAccount })).data).toEqual([])
    await pay(bench, 10_000, 'pm_card_visa', stripeAccount)
    time.pass(3)
    expect((await stripe.payouts.list({}, { stripeAccount })).data).toMatchObject([{ amount: 7_860 }])
  })

  it('that the bank refuses returns to the balance, and is sent again once the bank account is open', async () => {
    const bench = await aSandbox()
    const { stripe, time, sandbox } = bench
    const stripeAccount = await aClinic(bench)
    const inClinic = { stripeAccount }
    await pay(bench, 10_000, 'pm_card_visa', stripeAccount)
    time.pass(3)
    await sandbox.setBank(stripeAccount, 'closed')
    time.pass(4)
    const [failed, ...others] = (await stripe.payouts.list({}, inClinic)).data
    expect(others).toEqual([])
    expect(failed).toMatchObject({ status: 'failed', failure_code: 'account_closed', amount: 9_680 })
    expect(await stripe.balance.retrieve({}, inClinic)).toMatchObject({ available: [{ amount: 9_680 }] })
    await sandbox.setBank(stripeAccount, 'open')
    time.pass(1)
    const [again] = (await stripe.payouts.list({}, inClinic)).data
    expect(again).toMatchObject({ status: 'pending', amount: 9_680 })
    const { data } = await stripe.balanceTransactions.list({ payout: again?.id ?? '' }, inClinic)
    expect(data.map(({ type, net }) => [type, net])).toEqual([
      ['payout', -9_680],
      ['payout_failure', 9_680],
    ])
  })

  it('made by hand has no list of payments', async () => {
    const bench = await aSandbox()
    const stripeAccount = await aClinic(bench)
    await pay(bench, 10_000, 'pm_card_bypassPending', stripeAccount)
    const byHand = await bench.stripe.payouts.create({ amount: 100, currency: 'usd' }, { stripeAccount })
    await expect(
      bench.stripe.balanceTransactions.list({ payout: byHand.id }, { stripeAccount }),
    ).rejects.toThrow('only be filtered on automatic')
    bench.time.pass(1)
    expect((await bench.stripe.payouts.list({}, { stripeAccount })).data).toMatchObject([
      { amount: 9_580, automatic: true },
      { amount: 100, automatic: false },
    ])
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
