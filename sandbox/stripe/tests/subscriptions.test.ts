import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aPayer, aPlan, aSandbox, type SandboxBench, testTime } from '../testing/a-sandbox.ts'

/** A payer with a running subscription to a monthly plan. */
async function aMember(
  bench: SandboxBench,
  options: { cents?: number; card?: string; more?: Partial<Stripe.SubscriptionCreateParams> } = {},
) {
  const price = await aPlan(bench, options.cents ?? 4900)
  const customer = await aPayer(bench, options.card)
  const subscription = await bench.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...options.more,
  })
  const read = () => bench.stripe.subscriptions.retrieve(subscription.id)
  const invoices = async () =>
    (await bench.stripe.invoices.list({ subscription: subscription.id, limit: 100 })).data
  return { price, customer, subscription, itemId: subscription.items.data[0]?.id ?? '', read, invoices }
}

const dayOf = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10)

describe('a new subscription', () => {
  it('is active with a paid invoice', async () => {
    const bench = await aSandbox()
    const { subscription, invoices } = await aMember(bench)
    expect(subscription).toMatchObject({ status: 'active', currency: 'usd' })
    expect(subscription.items.data[0]).toMatchObject({ current_period_start: bench.now(), quantity: 1 })
    expect(dayOf(subscription.items.data[0]?.current_period_end)).toBe('2027-04-01')
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({
      id: subscription.latest_invoice,
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 4900,
      parent: { subscription_details: { subscription: subscription.id } },
    })
    expect(invoice?.number).toMatch(/^[A-Z0-9]{8}-0001$/)
  })

  it('is made once for one idempotency key', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench)
    const customer = await aPayer(bench)
    const create = () =>
      bench.stripe.subscriptions.create(
        { customer: customer.id, items: [{ price: price.id }] },
        { idempotencyKey: 'join-1' },
      )
    const [one, two] = await Promise.all([create(), create()])
    expect(one.id).toBe(two.id)
    expect((await bench.stripe.charges.list()).data).toHaveLength(1)
  })

  it('is refused without a card, and leaves nothing behind', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench)
    const customer = await bench.stripe.customers.create()
    await expect(
      bench.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }),
    ).rejects.toMatchObject({ code: 'resource_missing' })
    expect((await bench.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect((await bench.stripe.invoices.list()).data).toEqual([])
  })

  it('is incomplete when the first charge is declined, active once its invoice is paid', async () => {
    const bench = await aSandbox()
    const { subscription, read, invoices } = await aMember(bench, { card: 'pm_card_chargeCustomerFail' })
    expect(subscription.status).toBe('incomplete')
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: null })
    await bench.stripe.invoices.pay(invoice?.id ?? '', {
      payment_method: await attached(bench, subscription),
    })
    expect((await read()).status).toBe('active')
  })

  it('expires when it stays incomplete for 23 hours', async () => {
    const bench = await aSandbox()
    const { read, invoices } = await aMember(bench, { card: 'pm_card_chargeCustomerFail' })
    bench.time.pass(0, 22)
    expect((await read()).status).toBe('incomplete')
    bench.time.pass(0, 1)
    expect((await read()).status).toBe('incomplete_expired')
    expect((await invoices())[0]?.status).toBe('void')
  })

  it('is not made at all with error_if_incomplete and a declining card', async () => {
    const bench = await aSandbox()
    await expect(
      aMember(bench, {
        card: 'pm_card_chargeCustomerFail',
        more: { payment_behavior: 'error_if_incomplete' },
      }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect((await bench.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  })

  it('waits for its first payment with default_incomplete', async () => {
    const bench = await aSandbox()
    const { subscription, read } = await aMember(bench, { more: { payment_behavior: 'default_incomplete' } })
    expect(subscription.status).toBe('incomplete')
    await bench.stripe.invoices.pay(subscription.latest_invoice as string)
    expect((await read()).status).toBe('active')
  })

  it('bills an enrolment fee once, beside the first period', async () => {
    const bench = await aSandbox()
    const fee = await bench.stripe.prices.create({
      currency: 'usd',
      unit_amount: 9900,
      product_data: { name: 'Enrolment' },
    })
    const { invoices } = await aMember(bench, { more: { add_invoice_items: [{ price: fee.id }] } })
    bench.time.set('2027-04-01T11:00:00Z')
    const [renewal, first] = await invoices()
    expect(first?.amount_paid).toBe(14_800)
    expect(renewal?.amount_paid).toBe(4900)
  })
})

async function attached(bench: SandboxBench, subscription: Stripe.Subscription, card = 'pm_card_visa') {
  return (await bench.stripe.paymentMethods.attach(card, { customer: subscription.customer as string })).id
}

describe('renewal', () => {
  it('makes a draft at the period’s end, finalised and charged one hour later', async () => {
    const bench = await aSandbox()
    const { read, invoices } = await aMember(bench)
    bench.time.set('2027-04-01T09:59:59Z')
    expect(await invoices()).toHaveLength(1)
    bench.time.set('2027-04-01T10:00:00Z')
    const [draft] = await invoices()
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 4900 })
    expect(draft?.automatically_finalizes_at).toBe(bench.now() + 3600)
    expect(dayOf((await read()).items.data[0]?.current_period_end)).toBe('2027-05-01')
    bench.time.pass(0, 1)
    expect((await invoices())[0]).toMatchObject({ id: draft?.id, status: 'paid', amount_paid: 4900 })
    expect((await bench.stripe.charges.list()).data).toHaveLength(2)
  })

  it('keeps a month-end anchor: 31 Jan, 28 Feb, 31 Mar, 30 Apr, 31 May', async () => {
    const bench = await aSandbox({ clock: testTime('2027-01-31T12:00:00Z') })
    const { invoices } = await aMember(bench)
    bench.time.set('2027-06-01T00:00:00Z')
    const starts = (await invoices()).map((invoice) => dayOf(invoice.lines.data[0]?.period.start))
    expect(starts.reverse()).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  })

  it('leaves neither gap nor overlap between periods when a year passes at once', async () => {
    const bench = await aSandbox({ clock: testTime('2027-03-30T23:30:00Z') })
    const { invoices } = await aMember(bench)
    bench.time.pass(365)
    const periods = (await invoices()).map((invoice) => invoice.lines.data[0]?.period).reverse()
    expect(periods).toHaveLength(12)
    for (const [index, period] of periods.entries()) {
      if (index > 0) expect(period?.start).toBe(periods[index - 1]?.end)
    }
  })

  it('does not happen twice however often the sandbox looks', async () => {
    const bench = await aSandbox()
    const { invoices } = await aMember(bench)
    bench.time.set('2027-04-02T00:00:00Z')
    await Promise.all([bench.sandbox.settle(), bench.sandbox.settle(), invoices()])
    expect(await invoices()).toHaveLength(2)
    expect(await bench.sandbox.settle()).toBe(0)
  })
})

describe('dunning', () => {
  it('retries after 3, 5 and 7 days, then cancels with reason payment_failed', async () => {
    const bench = await aSandbox()
    const { subscription, customer, read, invoices } = await aMember(bench)
    const failing = await attached(bench, subscription, 'pm_card_chargeCustomerFail')
    await bench.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: failing },
    })
    bench.time.set('2027-04-01T11:00:00Z')
    const attempts: [string, number | undefined, string][] = []
    for (const days of [0, 3, 5, 7]) {
      bench.time.pass(days)
      const [invoice] = await invoices()
      attempts.push([dayOf(bench.now()), invoice?.attempt_count, (await read()).status])
    }
    expect(attempts).toEqual([
      ['2027-04-01', 1, 'past_due'],
      ['2027-04-04', 2, 'past_due'],
      ['2027-04-09', 3, 'past_due'],
      ['2027-04-16', 4, 'canceled'],
    ])
    expect((await read()).cancellation_details?.reason).toBe('payment_failed')
    expect((await invoices())[0]).toMatchObject({ status: 'open', next_payment_attempt: null })
    bench.time.pass(60)
    expect(await invoices()).toHaveLength(2)
  })

  it('ends when a good card is there for the next try', async () => {
    const bench = await aSandbox()
    const { subscription, customer, read, invoices } = await aMember(bench)
    const failing = await attached(bench, subscription, 'pm_card_chargeCustomerFail')
    await bench.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: failing },
    })
    bench.time.set('2027-04-01T11:00:00Z')
    expect((await read()).status).toBe('past_due')
    const good = await attached(bench, subscription)
    await bench.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good } })
    bench.time.pass(3)
    expect((await invoices())[0]?.status).toBe('paid')
    expect((await read()).status).toBe('active')
  })

  it('is over at once when the open invoice is paid by hand', async () => {
    const bench = await aSandbox()
    const { subscription, customer, read, invoices } = await aMember(bench)
    const failing = await attached(bench, subscription, 'pm_card_chargeCustomerFail')
    await bench.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: failing },
    })
    bench.time.set('2027-04-01T11:00:00Z')
    const [open] = await invoices()
    await expect(bench.stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ code: 'card_declined' })
    expect((await invoices())[0]).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: open?.next_payment_attempt,
    })
    await bench.stripe.invoices.pay(open?.id ?? '', { payment_method: await attached(bench, subscription) })
    expect((await read()).status).toBe('active')
  })

  it('asks the payer when the bank wants them at a renewal', async () => {
    const bench = await aSandbox()
    const { subscription, customer, read, invoices } = await aMember(bench)
    const asking = await attached(bench, subscription, 'pm_card_authenticationRequired')
    await bench.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: asking } })
    bench.time.set('2027-04-01T11:00:00Z')
    expect((await read()).status).toBe('past_due')
    const types = (await bench.stripe.events.list({ type: 'invoice.payment_action_required' })).data
    expect(types).toHaveLength(1)
    const [invoice] = await invoices()
    const { data } = await bench.stripe.paymentIntents.list({ customer: customer.id })
    const bank = data[0]?.next_action?.redirect_to_url?.url ?? ''
    await bench.send(bank, { answer: 'approve' })
    expect((await bench.stripe.invoices.retrieve(invoice?.id ?? '')).status).toBe('paid')
    expect((await read()).status).toBe('active')
  })
})

describe('a change of plan', () => {
  it('follows Stripe’s worked example: 100.00 to 200.00 on the 15th of 30 days bills 250.00', async () => {
    const bench = await aSandbox({ clock: testTime('2027-04-01T00:00:00Z') })
    const { itemId, subscription, invoices } = await aMember(bench, { cents: 10_000 })
    const bigger = await aPlan(bench, 20_000)
    bench.time.set('2027-04-16T00:00:00Z')
    await bench.stripe.subscriptions.update(subscription.id, { items: [{ id: itemId, price: bigger.id }] })
    bench.time.set('2027-05-01T01:00:00Z')
    const [renewal] = await invoices()
    expect(renewal?.lines.data.map((line) => line.amount)).toEqual([-5000, 10_000, 20_000])
    expect(renewal).toMatchObject({ total: 25_000, amount_paid: 25_000, status: 'paid' })
  })

  it('costs nothing when it is undone at the same moment', async () => {
    const bench = await aSandbox({ clock: testTime('2027-04-01T00:00:00Z') })
    const { itemId, subscription, price, invoices } = await aMember(bench, { cents: 4999 })
    const bigger = await aPlan(bench, 9999)
    bench.time.set('2027-04-11T13:17:05Z')
    for (const to of [bigger.id, price.id]) {
      await bench.stripe.subscriptions.update(subscription.id, { items: [{ id: itemId, price: to }] })
    }
    bench.time.set('2027-05-01T01:00:00Z')
    expect((await invoices())[0]?.total).toBe(4999)
  })

  it('is billed at once with always_invoice, exactly as previewed', async () => {
    const bench = await aSandbox({ clock: testTime('2027-04-01T00:00:00Z') })
    const { itemId, subscription, customer, invoices } = await aMember(bench, { cents: 10_000 })
    const bigger = await aPlan(bench, 20_000)
    bench.time.set('2027-04-09T05:00:00Z')
    const change = {
      items: [{ id: itemId, price: bigger.id }],
      proration_behavior: 'always_invoice' as const,
      proration_date: bench.now(),
    }
    const preview = await bench.stripe.invoices.createPreview({
      customer: customer.id,
      subscription: subscription.id,
      subscription_details: change,
    })
    expect(await invoices()).toHaveLength(1)
    expect((await bench.stripe.invoiceItems.list()).data).toEqual([])
    await bench.stripe.subscriptions.update(subscription.id, change)
    const [now] = await invoices()
    expect(now).toMatchObject({ billing_reason: 'subscription_update', status: 'paid', total: preview.total })
    expect(now?.lines.data.map((line) => line.amount)).toEqual(preview.lines.data.map((line) => line.amount))
  })

  it('to a cheaper plan leaves a credit for the next invoices', async () => {
    const bench = await aSandbox({ clock: testTime('2027-04-01T00:00:00Z') })
    const { itemId, subscription, customer, invoices } = await aMember(bench, { cents: 20_000 })
    const smaller = await aPlan(bench, 1000)
    bench.time.set('2027-04-16T00:00:00Z')
    await bench.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemId, price: smaller.id }],
      proration_behavior: 'always_invoice',
    })
    const balance = async () =>
      ((await bench.stripe.customers.retrieve(customer.id)) as Stripe.Customer).balance
    expect(await balance()).toBe(-9500)
    bench.time.set('2027-05-01T01:00:00Z')
    expect((await invoices())[0]).toMatchObject({ total: 1000, amount_due: 0, status: 'paid' })
    expect(await balance()).toBe(-8500)
  })

  it('without proration only changes the next invoice', async () => {
    const bench = await aSandbox()
    const { itemId, subscription, invoices } = await aMember(bench)
    const bigger = await aPlan(bench, 9900)
    bench.time.pass(10)
    await bench.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemId, price: bigger.id }],
      proration_behavior: 'none',
    })
    bench.time.set('2027-04-01T11:00:00Z')
    expect((await invoices())[0]?.total).toBe(9900)
  })

  it('from monthly to yearly starts a new period and is billed at once, less the unused time', async () => {
    const bench = await aSandbox({ clock: testTime('2027-04-01T00:00:00Z') })
    const { itemId, subscription, read, invoices } = await aMember(bench, { cents: 10_000 })
    const yearly = await bench.stripe.prices.create({
      currency: 'usd',
      unit_amount: 100_000,
      recurring: { interval: 'year' },
      product_data: { name: 'Yearly' },
    })
    bench.time.set('2027-04-16T00:00:00Z')
    await bench.stripe.subscriptions.update(subscription.id, { items: [{ id: itemId, price: yearly.id }] })
    expect((await invoices())[0]).toMatchObject({ total: 95_000, status: 'paid' })
    const item = (await read()).items.data[0]
    expect([dayOf(item?.current_period_start), dayOf(item?.current_period_end)]).toEqual([
      '2027-04-16',
      '2028-04-16',
    ])
  })

  it('adds and removes a household member with their share of the month', async () => {
    const bench = await aSandbox({ clock: testTime('2027-04-01T00:00:00Z') })
    const { subscription, invoices } = await aMember(bench, { cents: 10_000 })
    const child = await aPlan(bench, 3000)
    bench.time.set('2027-04-16T00:00:00Z')
    const joined = await bench.stripe.subscriptions.update(subscription.id, {
      items: [{ price: child.id, quantity: 2 }],
    })
    expect(joined.items.data).toHaveLength(2)
    bench.time.set('2027-05-01T01:00:00Z')
    expect((await invoices())[0]?.total).toBe(3000 + 10_000 + 6000)
    const childItem = joined.items.data.find((item) => item.price.id === child.id)?.id ?? ''
    const left = await bench.stripe.subscriptions.update(subscription.id, {
      items: [{ id: childItem, deleted: true }],
    })
    expect(left.items.data).toHaveLength(1)
  })

  it('that fails with error_if_incomplete changes nothing', async () => {
    const bench = await aSandbox()
    const { itemId, subscription, customer, price, read } = await aMember(bench)
    const failing = await attached(bench, subscription, 'pm_card_chargeCustomerFail')
    await bench.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: failing },
    })
    const bigger = await aPlan(bench, 9900)
    await expect(
      bench.stripe.subscriptions.update(subscription.id, {
        items: [{ id: itemId, price: bigger.id }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ statusCode: 402 })
    expect((await read()).items.data[0]?.price.id).toBe(price.id)
  })
})

describe('a trial', () => {
  it('costs nothing, warns three days before its end and then bills', async () => {
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
  it('comes at the period’s end when asked for, and can be taken back until then', async () => {
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

  it('comes now, or at a given moment', async () => {
    const bench = await aSandbox()
    const first = await aMember(bench)
    const gone = await bench.stripe.subscriptions.cancel(first.subscription.id, {
      cancellation_details: { feedback: 'too_expensive' },
    })
    expect(gone).toMatchObject({
      status: 'canceled',
      ended_at: bench.now(),
      cancellation_details: { feedback: 'too_expensive' },
    })
    await expect(bench.stripe.subscriptions.update(gone.id, { description: 'x' })).rejects.toMatchObject({
      statusCode: 400,
    })
    const second = await aMember(bench)
    await bench.stripe.subscriptions.update(second.subscription.id, { cancel_at: bench.now() + 5 * 86_400 })
    bench.time.pass(5)
    expect((await second.read()).status).toBe('canceled')
    expect((await bench.stripe.subscriptions.list()).data).toEqual([])
    expect((await bench.stripe.subscriptions.list({ status: 'canceled' })).data).toHaveLength(2)
  })

  it('comes with the customer’s', async () => {
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

describe('paused collection', () => {
  it.each([
    ['void', 'void'],
    ['mark_uncollectible', 'uncollectible'],
    ['keep_as_draft', 'draft'],
  ] as const)('%s leaves renewals %s and charges nothing until it resumes', async (behavior, status) => {
    const bench = await aSandbox()
    const { subscription, read, invoices } = await aMember(bench)
    const resumesAt = Date.parse('2027-04-20T00:00:00Z') / 1000
    await bench.stripe.subscriptions.update(subscription.id, {
      pause_collection: { behavior, resumes_at: resumesAt },
    })
    bench.time.set('2027-04-10T00:00:00Z')
    expect((await invoices())[0]?.status).toBe(status)
    expect((await read()).status).toBe('active')
    bench.time.set('2027-05-01T11:00:00Z')
    expect((await read()).pause_collection).toBeNull()
    expect((await invoices())[0]?.status).toBe('paid')
    expect((await bench.stripe.charges.list()).data).toHaveLength(2)
  })
})

describe('discounts', () => {
  it.each([
    ['once', undefined, [2450, 4900, 4900]],
    ['repeating', 2, [2450, 2450, 4900]],
    ['forever', undefined, [2450, 2450, 2450]],
  ] as const)('of half the price hold %s', async (duration, months, totals) => {
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

  it('can be kept off the enrolment fee by naming the plan’s product', async () => {
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

  it('end when a promotion code is used up or switched off', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const coupon = await stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'once' })
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'SPRING',
      max_redemptions: 1,
    })
    const use = () => aMember(bench, { more: { discounts: [{ promotion_code: code.id }] } })
    expect((await (await use()).invoices())[0]?.total).toBe(4400)
    await expect(use()).rejects.toMatchObject({ code: 'coupon_expired' })
    expect((await stripe.promotionCodes.list({ code: 'spring' })).data[0]?.active).toBe(false)
  })
})

it('lives on a test clock, apart from the world’s time', async () => {
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
