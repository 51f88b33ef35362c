import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aMember, attachCard } from '../testing/a-member.ts'
import { aPayer, aPlan, aSandbox, cardFields, type SandboxBench } from '../testing/a-sandbox.ts'

/** A parameter that only clients of an older version send, such as the Stripe CLI. */
const withCoupon = ({ stripe }: SandboxBench, path: string, coupon: string) =>
  stripe.rawRequest('POST', `/v1/${path}`, { coupon }, { apiVersion: '2024-06-20' }) as unknown as Promise<
    Stripe.Response<Stripe.Customer>
  >

const typesOf = async ({ stripe }: SandboxBench, family: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .map(({ type }) => type)
    .filter((type) => type.startsWith(family))
    .toReversed()

describe('a customer’s discount', () => {
  it('reduces renewals of a subscription without its own discount, until removed', async () => {
    const bench = await aSandbox()
    const { stripe, time } = bench
    const { customer, invoices } = await aMember(bench, { cents: 5_000 })
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'forever' })
    const changed = await withCoupon(bench, `customers/${customer.id}`, coupon.id)
    expect(changed.discount).toMatchObject({ object: 'discount', source: { coupon: coupon.id } })
    time.pass(32)
    expect((await invoices())[0]).toMatchObject({ subtotal: 5_000, total: 4_000, amount_paid: 4_000 })
    await withCoupon(bench, `customers/${customer.id}`, '')
    time.pass(31)
    expect((await invoices())[0]).toMatchObject({ total: 5_000 })
    expect(await typesOf(bench, 'customer.discount')).toEqual([
      'customer.discount.created',
      'customer.discount.deleted',
    ])
  })

  it('is replaced by the subscription’s', async () => {
    const bench = await aSandbox()
    const half = await bench.stripe.coupons.create({ percent_off: 50, duration: 'forever' })
    const tenth = await bench.stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    const member = await aMember(bench, { cents: 5_000, more: { discounts: [{ coupon: tenth.id }] } })
    await withCoupon(bench, `customers/${member.customer.id}`, half.id)
    bench.time.pass(32)
    expect((await member.invoices())[0]).toMatchObject({ total: 4_500 })
  })

  it('applies to prorations of a subscription without its own', async () => {
    const bench = await aSandbox()
    const half = await bench.stripe.coupons.create({ percent_off: 50, duration: 'forever' })
    const member = await aMember(bench, { cents: 5_000 })
    await withCoupon(bench, `customers/${member.customer.id}`, half.id)
    bench.time.pass(2)
    await bench.stripe.subscriptions.update(member.subscription.id, {
      items: [{ id: member.itemId, quantity: 2 }],
      proration_behavior: 'always_invoice',
    })
    const [added] = await member.invoices()
    // The rest of the month, at half the price.
    expect(added?.total).toBeGreaterThan(2_000)
    expect(added?.total).toBeLessThan(2_500)
  })

  it('of duration once is used up by the first invoice that it reduces', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const coupon = await stripe.coupons.create({ amount_off: 1_000, currency: 'usd', duration: 'once' })
    const customer = await aPayer(bench)
    await withCoupon(bench, `customers/${customer.id}`, coupon.id)
    const { id } = await stripe.invoices.create({ customer: customer.id })
    await stripe.invoiceItems.create({ customer: customer.id, invoice: id, amount: 3_000, currency: 'usd' })
    expect(await stripe.invoices.pay(id)).toMatchObject({ amount_paid: 2_000 })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ discount: null })
  })

  it('ends after its months, and does not apply to an invoice that refuses it', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const coupon = await stripe.coupons.create({
      percent_off: 50,
      duration: 'repeating',
      duration_in_months: 1,
    })
    const customer = await aPayer(bench)
    await withCoupon(bench, `customers/${customer.id}`, coupon.id)
    const invoice = async (discounts?: '') => {
      const { id } = await stripe.invoices.create({
        customer: customer.id,
        ...(discounts === undefined ? {} : { discounts }),
      })
      await stripe.invoiceItems.create({ customer: customer.id, invoice: id, amount: 3_000, currency: 'usd' })
      return (await stripe.invoices.pay(id)).amount_paid
    }
    expect(await invoice()).toBe(1_500)
    expect(await invoice('')).toBe(3_000)
    bench.time.pass(32)
    expect(await invoice()).toBe(3_000)
    expect(await typesOf(bench, 'customer.discount')).toContain('customer.discount.deleted')
  })

  it('applies to a subscription in Checkout as of the payment', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const price = await aPlan(bench, 5_000)
    const customer = await stripe.customers.create({ email: 'pat@example.test' })
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      success_url: 'http://localhost/done',
      line_items: [{ price: price.id, quantity: 1 }],
    })
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' })
    await withCoupon(bench, `customers/${customer.id}`, coupon.id)
    await bench.send(session.url ?? '', cardFields())
    const [charge] = (await stripe.charges.list({})).data
    const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data
    expect(charge?.amount).toBe(4_000)
    expect(invoice).toMatchObject({ amount_due: 4_000, amount_paid: 4_000, status: 'paid' })
  })

  it('is replaced by another coupon, and is no parameter of the pinned version', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const [first, second] = await Promise.all(
      [10, 20].map((percent) => stripe.coupons.create({ percent_off: percent })),
    )
    const customer = await withCoupon(bench, 'customers', first?.id ?? '')
    await withCoupon(bench, `customers/${customer.id}`, second?.id ?? '')
    await withCoupon(bench, `customers/${customer.id}`, '')
    expect(await typesOf(bench, 'customer.discount')).toEqual([
      'customer.discount.created',
      'customer.discount.updated',
      'customer.discount.deleted',
    ])
    await expect(stripe.customers.create({ coupon: first?.id } as never)).rejects.toMatchObject({
      code: 'parameter_unknown',
    })
  })
})

describe('a trial that ends without a card', () => {
  const aTrial = async (bench: SandboxBench, missing: 'cancel' | 'create_invoice' | 'pause') => {
    const price = await aPlan(bench, 5_000)
    const customer = await bench.stripe.customers.create({ email: 'pat@example.test' })
    const { id } = await bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: missing } },
    })
    return { id, customer: customer.id }
  }

  it.each([
    ['cancel', 'canceled', 'customer.subscription.deleted'],
    ['create_invoice', 'past_due', 'customer.subscription.updated'],
    ['pause', 'paused', 'customer.subscription.paused'],
  ] as const)('follows its trial settings: %s', async (missing, status, event) => {
    const bench = await aSandbox()
    const { id } = await aTrial(bench, missing)
    bench.time.pass(8)
    expect(await bench.stripe.subscriptions.retrieve(id)).toMatchObject({ status })
    expect(await typesOf(bench, 'customer.subscription')).toContain(event)
  })

  it('pauses, bills nothing, and is resumed with a card', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const { id, customer } = await aTrial(bench, 'pause')
    await expect(stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    })
    bench.time.pass(40)
    expect((await stripe.invoices.list({ customer })).data.map((each) => each.total)).toEqual([0])
    const method = await attachCard(bench, customer)
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
    expect(await stripe.subscriptions.resume(id)).toMatchObject({ status: 'active' })
    expect((await stripe.invoices.list({ customer })).data[0]).toMatchObject({ amount_paid: 5_000 })
  })

  it('continues if there is a card by then', async () => {
    const bench = await aSandbox()
    const { id, customer } = await aTrial(bench, 'cancel')
    const method = await attachCard(bench, customer)
    await bench.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
    bench.time.pass(8)
    expect(await bench.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  })
})

describe('a card saved by its token', () => {
  it('is the default source, a payment method, and pays invoices', async () => {
    const { stripe } = await aSandbox()
    const { id: customer, default_source: first } = await stripe.customers.create({ source: 'tok_visa' })
    const { default_source: second } = await stripe.customers.update(customer, { source: 'tok_amex' })
    expect((await stripe.customers.listPaymentMethods(customer)).data).toMatchObject([
      { id: second, card: { brand: 'amex' } },
      { id: first, card: { brand: 'visa' } },
    ])
    const { id } = await stripe.invoices.create({ customer })
    await stripe.invoiceItems.create({ customer, invoice: id, amount: 3_000, currency: 'usd' })
    expect(await stripe.invoices.pay(id)).toMatchObject({ status: 'paid' })
    for (const unknown of ['tok_1', 'pm_card_visa'])
      await expect(stripe.customers.update(customer, { source: unknown })).rejects.toThrow('No such token')
  })
})

describe('a credit in a customer’s balance', () => {
  it('reduces the next invoices in turn, and a voided one returns what it used', async () => {
    const bench = await aSandbox()
    const { stripe, time } = bench
    const { customer, invoices } = await aMember(bench, { cents: 4_900 })
    const credit = { amount: -6_000, currency: 'usd', metadata: { credit: 'a' } }
    const given = await stripe.customers.createBalanceTransaction(customer.id, credit)
    expect(given).toMatchObject({ type: 'adjustment', amount: -6_000, ending_balance: -6_000, invoice: null })
    time.pass(32)
    const first = (await invoices())[0]
    expect(first).toMatchObject({
      starting_balance: -6_000,
      ending_balance: -1_100,
      amount_due: 0,
      total: 4_900,
    })
    expect(first?.status).toBe('paid')
    time.pass(31)
    const second = (await invoices())[0]
    expect(second).toMatchObject({ starting_balance: -1_100, ending_balance: 0, amount_due: 3_800 })
    expect(second).toMatchObject({ status: 'paid', amount_paid: 3_800 })

    await stripe.customers.createBalanceTransaction(customer.id, { amount: -500, currency: 'usd' })
    const { id } = await stripe.invoices.create({ customer: customer.id, auto_advance: false })
    await stripe.invoiceItems.create({ customer: customer.id, invoice: id, amount: 900, currency: 'usd' })
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({ amount_due: 400, ending_balance: 0 })
    await stripe.invoices.voidInvoice(id)
    const { data } = await stripe.customers.listBalanceTransactions(customer.id, { limit: 10 })
    expect(
      data.toReversed().map(({ type, amount, ending_balance }) => [type, amount, ending_balance]),
    ).toEqual([
      ['adjustment', -6_000, -6_000],
      ['applied_to_invoice', 4_900, -1_100],
      ['applied_to_invoice', 1_100, 0],
      ['adjustment', -500, -500],
      ['applied_to_invoice', 500, 0],
      ['unapplied_from_invoice', -500, -500],
    ])
    expect(data.map(({ invoice }) => invoice)).toEqual([id, id, null, second?.id, first?.id, null])
    const inOther = stripe.customers.createBalanceTransaction(customer.id, { amount: -500, currency: 'cad' })
    await expect(inOther).rejects.toThrow('currency')
  })
})
