import { describe, expect, it } from 'vitest'
import { aMember } from '../testing/a-member.ts'
import { aPayer, aPlan, aSandbox, cardFields, type SandboxBench } from '../testing/a-sandbox.ts'

const aRate = ({ stripe }: SandboxBench, percentage = 13, inclusive = false) =>
  stripe.taxRates.create({ display_name: 'HST', percentage, inclusive, country: 'CA', tax_type: 'hst' })

describe('a tax rate', () => {
  it('is added to a subscription from the first invoice on', async () => {
    const bench = await aSandbox()
    const rate = await aRate(bench)
    const { subscription, invoices } = await aMember(bench, { more: { default_tax_rates: [rate.id] } })
    expect(subscription.default_tax_rates?.map(({ id }) => id)).toEqual([rate.id])
    bench.time.pass(32)
    for (const invoice of await invoices()) {
      expect(invoice).toMatchObject({
        subtotal: 4900,
        total: 5537,
        total_excluding_tax: 4900,
        amount_paid: 5537,
        total_taxes: [{ amount: 637, tax_behavior: 'exclusive', taxable_amount: 4900 }],
      })
      expect(invoice.lines.data[0]?.taxes).toMatchObject([{ amount: 637 }])
    }
    const charges = (await bench.stripe.charges.list({ limit: 10 })).data
    expect(charges.map(({ amount }) => amount)).toEqual([5537, 5537])
  })

  it('that is inclusive changes no price and is shown with it', async () => {
    const bench = await aSandbox()
    const rate = await aRate(bench, 13, true)
    const { invoices } = await aMember(bench, { more: { default_tax_rates: [rate.id] } })
    const [invoice] = await invoices()
    // 49.00 = 43.36 + 5.64
    expect(invoice).toMatchObject({
      total: 4900,
      subtotal_excluding_tax: 4336,
      total_excluding_tax: 4336,
      total_taxes: [{ amount: 564, tax_behavior: 'inclusive', taxable_amount: 4336 }],
    })
  })

  it('of an item replaces the subscription’s', async () => {
    const bench = await aSandbox()
    const [federal, local] = [await aRate(bench, 5), await aRate(bench, 9.975)]
    const price = await aPlan(bench, 10_000)
    const { invoices } = await aMember(bench, {
      more: {
        default_tax_rates: [federal.id],
        add_invoice_items: [],
        items: [{ price: price.id, tax_rates: [federal.id, local.id] }],
      },
    })
    const [invoice] = await invoices()
    expect(invoice?.total_taxes?.map(({ amount }) => amount)).toEqual([500, 998])
    expect(invoice?.total).toBe(11_498)
  })

  it('applies to the amount after discounts', async () => {
    const bench = await aSandbox()
    const rate = await aRate(bench, 10)
    const coupon = await bench.stripe.coupons.create({ percent_off: 50, duration: 'forever' })
    const { invoices } = await aMember(bench, {
      cents: 1000,
      more: { default_tax_rates: [rate.id], discounts: [{ coupon: coupon.id }] },
    })
    expect((await invoices())[0]).toMatchObject({ subtotal: 1000, total: 550, total_excluding_tax: 500 })
  })

  it('of a change is prorated with it, and reverts to zero', async () => {
    const bench = await aSandbox()
    const rate = await aRate(bench)
    const { subscription, itemId, invoices } = await aMember(bench, {
      more: { default_tax_rates: [rate.id] },
    })
    bench.time.pass(15)
    for (const quantity of [2, 1]) {
      await bench.stripe.subscriptions.update(subscription.id, {
        items: [{ id: itemId, quantity }],
        proration_behavior: 'always_invoice',
      })
    }
    const [back, there] = await invoices()
    expect(there?.total).toBe((there?.subtotal ?? 0) + (there?.total_taxes?.[0]?.amount ?? 0))
    expect((back?.total ?? 0) + (there?.total ?? 0)).toBe(0)
  })

  it('can be added to a draft, and changes its sums', async () => {
    const bench = await aSandbox()
    const rate = await aRate(bench, 5)
    const customer = await aPayer(bench)
    const { id } = await bench.stripe.invoices.create({ customer: customer.id, auto_advance: false })
    await bench.stripe.invoiceItems.create({
      customer: customer.id,
      invoice: id,
      amount: 1010,
      currency: 'usd',
    })
    const draft = await bench.stripe.invoices.update(id, { default_tax_rates: [rate.id] })
    // 50.5 is rounded up.
    expect(draft).toMatchObject({ total: 1061, amount_due: 1061 })
  })

  it('is shown on the payment page, and charged there and on each renewal', async () => {
    const bench = await aSandbox()
    const rate = await aRate(bench)
    const price = await aPlan(bench)
    const session = await bench.stripe.checkout.sessions.create({
      mode: 'subscription',
      success_url: 'http://localhost/done',
      line_items: [{ price: price.id, quantity: 1 }],
      subscription_data: { default_tax_rates: [rate.id] },
    })
    expect(session).toMatchObject({ amount_subtotal: 4900, amount_total: 5537 })
    expect(session.total_details?.amount_tax).toBe(637)
    const { text } = await bench.open(session.url ?? '')
    expect(text).toContain('HST (13%)')
    expect(text).toContain('Pay $55.37')
    await bench.send(session.url ?? '', cardFields())
    bench.time.pass(32)
    const totals = (await bench.stripe.invoices.list({})).data.map(({ status, total }) => [status, total])
    expect(totals).toEqual([
      ['paid', 5537],
      ['paid', 5537],
    ])
  })

  it('stays on existing objects when archived, and is refused for others', async () => {
    const bench = await aSandbox()
    const rate = await aRate(bench)
    const { invoices } = await aMember(bench, { more: { default_tax_rates: [rate.id] } })
    await bench.stripe.taxRates.update(rate.id, { active: false })
    await expect(aMember(bench, { more: { default_tax_rates: [rate.id] } })).rejects.toThrow('archived')
    bench.time.pass(32)
    expect((await invoices())[0]?.total).toBe(5537)
    await expect(aRate(bench, 101)).rejects.toMatchObject({ param: 'percentage' })
  })
})
