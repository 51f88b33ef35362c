import { describe, expect, it } from 'vitest'
import { aMember, dayOf } from '../testing/a-member.ts'
import { aPayer, aPlan, aSandbox } from '../testing/a-sandbox.ts'

describe('a trial', () => {
  it('costs nothing, sends a notice three days before its end, and then bills', async () => {
    const bench = await aSandbox()
    const { subscription, read, invoices } = await aMember(bench, { more: { trial_period_days: 14 } })
    expect(subscription.status).toBe('trialing')
    expect((await invoices())[0]).toMatchObject({ total: 0, status: 'paid' })
    const notices = async () =>
      (await bench.stripe.events.list({ type: 'customer.subscription.trial_will_end' })).data
    bench.time.pass(10)
    expect(await notices()).toEqual([])
    bench.time.pass(1)
    expect(await notices()).toHaveLength(1)
    bench.time.pass(3, 1)
    expect((await read()).status).toBe('active')
    expect((await invoices())[0]).toMatchObject({ amount_paid: 4900, status: 'paid' })
    expect(dayOf((await read()).items.data[0]?.current_period_end)).toBe('2027-04-15')
  })

  it('can be ended now', async () => {
    const bench = await aSandbox()
    const { subscription, invoices } = await aMember(bench, { more: { trial_period_days: 14 } })
    const ended = await bench.stripe.subscriptions.update(subscription.id, { trial_end: 'now' })
    expect(ended.status).toBe('active')
    expect((await invoices())[0]).toMatchObject({ amount_paid: 4900, status: 'paid' })
  })
})

describe('the end', () => {
  it('happens at the period’s end on request, and can be revoked until then', async () => {
    const bench = await aSandbox()
    const { subscription, read, invoices } = await aMember(bench)
    const ending = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(dayOf(ending.cancel_at ?? 0)).toBe('2027-04-01')
    const kept = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null })
    await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    bench.time.set('2027-04-01T09:59:00Z')
    expect((await read()).status).toBe('active')
    bench.time.set('2027-04-02T00:00:00Z')
    expect(await read()).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    })
    expect(await invoices()).toHaveLength(1)
  })

  it('happens now, or at a given moment', async () => {
    const bench = await aSandbox()
    const first = await aMember(bench)
    const gone = await bench.stripe.subscriptions.cancel(first.subscription.id)
    expect(gone).toMatchObject({
      status: 'canceled',
      ended_at: bench.now(),
      cancellation_details: { reason: 'cancellation_requested' },
    })
    await expect(
      bench.stripe.subscriptions.update(gone.id, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({
      statusCode: 400,
    })
    const second = await aMember(bench)
    await bench.stripe.subscriptions.update(second.subscription.id, { cancel_at: bench.now() + 5 * 86_400 })
    bench.time.pass(5)
    expect((await second.read()).status).toBe('canceled')
    expect((await bench.stripe.subscriptions.list()).data).toEqual([])
    expect((await bench.stripe.subscriptions.list({ status: 'canceled' })).data).toHaveLength(2)
  })

  it('happens with the customer’s deletion', async () => {
    const bench = await aSandbox()
    const { customer, read } = await aMember(bench)
    expect(await bench.stripe.customers.del(customer.id)).toMatchObject({ deleted: true })
    expect((await read()).status).toBe('canceled')
    expect(await bench.stripe.customers.retrieve(customer.id)).toMatchObject({
      id: customer.id,
      deleted: true,
    })
  })
})

describe('discounts', () => {
  it.each([
    ['once', undefined, [2450, 4900, 4900]],
    ['repeating', 2, [2450, 2450, 4900]],
    ['forever', undefined, [2450, 2450, 2450]],
  ] as const)('of half the price apply %s', async (duration, months, totals) => {
    const bench = await aSandbox()
    const coupon = await bench.stripe.coupons.create({
      percent_off: 50,
      duration,
      ...(months ? { duration_in_months: months } : {}),
    })
    const { invoices } = await aMember(bench, { more: { discounts: [{ coupon: coupon.id }] } })
    bench.time.set('2027-05-02T00:00:00Z')
    expect((await invoices()).map((invoice) => invoice.total).reverse()).toEqual(totals)
    expect((await bench.stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1)
  })

  it('can exclude the enrollment fee by naming the plan’s product', async () => {
    const bench = await aSandbox()
    const plan = await aPlan(bench, 5000)
    const fee = await bench.stripe.prices.create({
      currency: 'usd',
      unit_amount: 9900,
      product_data: { name: 'Fee' },
    })
    const coupon = await bench.stripe.coupons.create({
      percent_off: 20,
      duration: 'forever',
      applies_to: { products: [plan.product as string] },
    })
    const customer = await aPayer(bench)
    const subscription = await bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: plan.id }],
      add_invoice_items: [{ price: fee.id }],
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice'],
    })
    expect(subscription.latest_invoice).toMatchObject({ subtotal: 14_900, total: 13_900 })
  })

  it('end when a coupon is used up', async () => {
    const bench = await aSandbox()
    const given = { amount_off: 500, currency: 'usd', duration: 'once', max_redemptions: 1 } as const
    const coupon = await bench.stripe.coupons.create(given)
    const use = () => aMember(bench, { more: { discounts: [{ coupon: coupon.id }] } })
    expect((await (await use()).invoices())[0]?.total).toBe(4400)
    await expect(use()).rejects.toMatchObject({ code: 'coupon_expired' })
  })
})

it('a subscription on a test clock does not follow the sandbox’s time', async () => {
  const bench = await aSandbox()
  const { stripe } = bench
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: Date.parse('2030-01-31T00:00:00Z') / 1000,
  })
  const price = await aPlan(bench)
  const customer = await stripe.customers.create({
    test_clock: clock.id,
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  })
  expect(dayOf(subscription.items.data[0]?.current_period_end)).toBe('2030-02-28')
  const moved = await stripe.testHelpers.testClocks.advance(clock.id, {
    frozen_time: Date.parse('2030-02-28T02:00:00Z') / 1000,
  })
  expect(moved.status).toBe('ready')
  const invoices = (await stripe.invoices.list({ subscription: subscription.id })).data
  expect(invoices.map((invoice) => invoice.status)).toEqual(['paid', 'paid'])
  bench.time.pass(300)
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2)
})
