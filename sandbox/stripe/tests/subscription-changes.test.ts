import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aMember, attachCard, dayOf } from '../testing/a-member.ts'
import { aPlan, aSandbox, testTime } from '../testing/a-sandbox.ts'

describe('a change of plan', () => {
  it('follows Stripe’s example: 100.00 to 200.00 on the 15th of 30 days bills 250.00', async () => {
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

  it('costs nothing if reverted at the same moment', async () => {
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

  it('with error_if_incomplete changes nothing if the charge fails', async () => {
    const bench = await aSandbox()
    const { itemId, subscription, customer, price, read } = await aMember(bench)
    const failing = await attachCard(bench, customer.id, 'pm_card_chargeCustomerFail')
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
