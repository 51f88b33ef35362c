import { describe, expect, it } from 'vitest'
import { aMember, dayOf } from '../testing/a-member.ts'
import { aPayer, aPlan, aSandbox, type SandboxBench } from '../testing/a-sandbox.ts'

const typesOf = async ({ stripe }: SandboxBench) =>
  (await stripe.events.list({ limit: 100 })).data
    .map(({ type }) => type)
    .filter((type) => type.startsWith('subscription_schedule.'))
    .toReversed()

/** Three months at 30.00, then 50.00. */
async function aSchedule(bench: SandboxBench, more: { end_behavior?: 'cancel' | 'release' } = {}) {
  const low = await aPlan(bench, 3_000)
  const high = await aPlan(bench, 5_000)
  const customer = await aPayer(bench)
  const schedule = await bench.stripe.subscriptionSchedules.create({
    customer: customer.id,
    phases: [
      { items: [{ price: low.id }], duration: { interval: 'month', interval_count: 3 } },
      { items: [{ price: high.id, quantity: 2 }] },
    ],
    ...more,
  })
  const paid = async () =>
    (await bench.stripe.invoices.list({ customer: customer.id, limit: 100 })).data
      .map((invoice) => invoice.amount_paid)
      .toReversed()
  const subscription = () => bench.stripe.subscriptions.retrieve(String(schedule.subscription))
  return { schedule, customer, low, high, paid, subscription }
}

describe('a subscription schedule', () => {
  it('starts a subscription, changes its price with the phase, and releases it', async () => {
    const bench = await aSandbox()
    const { schedule, paid, subscription, high } = await aSchedule(bench)
    expect(schedule).toMatchObject({ status: 'active', end_behavior: 'release' })
    expect(schedule.phases.map(({ end_date: end }) => dayOf(end))).toEqual(['2027-06-01', '2027-07-01'])
    expect(await subscription()).toMatchObject({ status: 'active', schedule: schedule.id })
    bench.time.pass(93)
    expect(await paid()).toEqual([3_000, 3_000, 3_000, 10_000])
    expect((await subscription()).items.data).toMatchObject([{ quantity: 2, price: { id: high.id } }])
    bench.time.pass(61)
    expect(await paid()).toEqual([3_000, 3_000, 3_000, 10_000, 10_000, 10_000])
    expect(await subscription()).toMatchObject({ status: 'active', schedule: null })
    expect(await bench.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'completed',
      current_phase: null,
    })
    expect(await typesOf(bench)).toEqual([
      'subscription_schedule.created',
      'subscription_schedule.updated',
      'subscription_schedule.expiring',
      'subscription_schedule.completed',
    ])
  })

  it('cancels its subscription on request, which shows the date in its last phase', async () => {
    const bench = await aSandbox()
    const { paid, subscription } = await aSchedule(bench, { end_behavior: 'cancel' })
    expect((await subscription()).cancel_at).toBeNull()
    bench.time.pass(93)
    expect(dayOf((await subscription()).cancel_at ?? 0)).toBe('2027-07-01')
    bench.time.pass(61)
    expect(await subscription()).toMatchObject({ status: 'canceled' })
    expect(await paid()).toEqual([3_000, 3_000, 3_000, 10_000])
  })

  it('begins at a future date, or never if canceled before', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const price = await aPlan(bench, 3_000)
    const create = async () =>
      stripe.subscriptionSchedules.create({
        customer: (await aPayer(bench)).id,
        start_date: bench.now() + 10 * 86_400,
        phases: [{ items: [{ price: price.id }] }],
      })
    const [kept, dropped] = [await create(), await create()]
    expect(kept).toMatchObject({ status: 'not_started', subscription: null })
    expect((await stripe.subscriptionSchedules.list({ scheduled: true })).data).toHaveLength(2)
    await stripe.subscriptionSchedules.cancel(dropped.id)
    bench.time.pass(11)
    expect((await stripe.subscriptions.list()).data).toMatchObject([{ schedule: kept.id, status: 'active' }])
    expect(await stripe.subscriptionSchedules.retrieve(dropped.id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.subscriptionSchedules.release(dropped.id)).rejects.toThrow('canceled')
  })

  it('never begins for a customer deleted before', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const price = await aPlan(bench, 3_000)
    const { id: customer } = await aPayer(bench)
    const { id } = await stripe.subscriptionSchedules.create({
      customer,
      start_date: bench.now() + 86_400,
      phases: [{ items: [{ price: price.id }] }],
    })
    await stripe.customers.del(customer)
    bench.time.pass(2)
    expect(await stripe.subscriptionSchedules.retrieve(id)).toMatchObject({ status: 'canceled' })
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  })

  it('takes over a running subscription, and changes its price at the end of the period', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const member = await aMember(bench, { cents: 4_000 })
    const next = await aPlan(bench, 6_000)
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: member.subscription.id })
    const [running] = schedule.phases
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          items: [{ price: member.price.id, quantity: 1 }],
          start_date: running?.start_date ?? 0,
          end_date: running?.end_date ?? 0,
        },
        { items: [{ price: next.id }] },
      ],
    })
    expect(await stripe.invoices.createPreview({ subscription: member.subscription.id })).toMatchObject({
      amount_due: 6_000,
    })
    bench.time.pass(32)
    expect((await member.invoices()).map(({ amount_paid: paid }) => paid)).toEqual([6_000, 4_000])
    expect((await member.read()).items.data).toMatchObject([{ id: member.itemId, price: { id: next.id } }])
    await expect(
      stripe.subscriptionSchedules.create({ from_subscription: member.subscription.id }),
    ).rejects.toThrow('already')
  })

  it('changes the running phase at once, with the rest of the period prorated', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const { schedule, high, paid, subscription } = await aSchedule(bench)
    bench.time.pass(0, 2)
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [{ items: [{ price: high.id }], start_date: schedule.phases[0]?.start_date ?? 0 }],
      proration_behavior: 'always_invoice',
      end_behavior: 'cancel',
    })
    expect((await subscription()).items.data).toMatchObject([{ price: { id: high.id } }])
    const [first, difference] = await paid()
    expect(first).toBe(3_000)
    expect(difference).toBeGreaterThan(1_980)
    expect(difference).toBeLessThan(2_000)
    await expect(
      stripe.subscriptionSchedules.update(schedule.id, {
        phases: [{ items: [{ price: high.id }], start_date: 1 }],
      }),
    ).rejects.toThrow('follow each other')
  })

  it('can be released or canceled', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const released = await aSchedule(bench)
    await stripe.subscriptionSchedules.release(released.schedule.id)
    expect(await stripe.subscriptionSchedules.retrieve(released.schedule.id)).toMatchObject({
      status: 'released',
      subscription: null,
      released_subscription: released.schedule.subscription,
    })
    expect(await released.subscription()).toMatchObject({ status: 'active', schedule: null })
    const canceled = await aSchedule(bench)
    bench.time.pass(1)
    await stripe.subscriptionSchedules.cancel(canceled.schedule.id)
    expect(await canceled.subscription()).toMatchObject({ status: 'canceled' })
    // The unused month is credited.
    expect(await stripe.customers.retrieve(canceled.customer.id)).toMatchObject({
      balance: expect.closeTo(-2_900, -2),
    })
    bench.time.pass(120)
    expect(await released.paid()).toEqual([3_000, 3_000, 3_000, 3_000])
  })

  it('is aborted if its subscription is canceled for non-payment', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench, 3_000)
    const customer = await aPayer(bench, 'pm_card_chargeCustomerFail')
    const { id } = await bench.stripe.subscriptionSchedules.create({
      customer: customer.id,
      phases: [{ items: [{ price: price.id }], duration: { interval: 'year' } }],
    })
    bench.time.pass(20)
    expect(await bench.stripe.subscriptionSchedules.retrieve(id)).toMatchObject({ status: 'canceled' })
    expect(await typesOf(bench)).toContain('subscription_schedule.aborted')
  })

  it('decides when its subscription ends, and follows a change of its items', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const { schedule, subscription } = await aSchedule(bench)
    const { id, items } = await subscription()
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(
      'managed by the subscription schedule',
    )
    await stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id ?? '', quantity: 3 }] })
    const { phases } = await stripe.subscriptionSchedules.retrieve(schedule.id)
    expect(phases[0]?.items).toMatchObject([{ quantity: 3 }])
    await stripe.subscriptions.cancel(id)
    expect(await typesOf(bench)).toContain('subscription_schedule.canceled')
  })
})
