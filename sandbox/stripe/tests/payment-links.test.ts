import { describe, expect, it } from 'vitest'
import { aPayer, aPlan, aSandbox, cardFields, type SandboxBench } from '../testing/a-sandbox.ts'

const aVisit = ({ stripe }: SandboxBench) =>
  stripe.prices.create({ currency: 'usd', unit_amount: 4_000, product_data: { name: 'Visit' } })

describe('a payment link', () => {
  it('opens a payment page of their own for everybody who follows it', async () => {
    const bench = await aSandbox()
    const { stripe, open, send } = bench
    const price = await aVisit(bench)
    const link = await stripe.paymentLinks.create({
      line_items: [{ price: price.id, quantity: 2 }],
      metadata: { for: 'visits' },
      payment_intent_data: { description: 'Two visits' },
    })
    expect((await stripe.paymentLinks.listLineItems(link.id)).data).toMatchObject([{ amount_total: 8_000 }])
    expect((await stripe.checkout.sessions.list()).data).toEqual([])
    const pages = [await open(link.url), await open(link.url)]
    expect(new Set(pages.map(({ location }) => location)).size).toBe(2)
    const paid = await send(pages[0]?.location ?? '', cardFields())
    expect((await open(paid.location ?? '')).text).toContain('Thank you')
    expect((await stripe.checkout.sessions.list({ status: 'complete' })).data).toMatchObject([
      { payment_link: link.id, amount_total: 8_000, customer: null, metadata: { for: 'visits' } },
    ])
    expect((await stripe.charges.list()).data).toMatchObject([{ amount: 8_000, description: 'Two visits' }])
  })

  it('starts subscriptions too, and leads where it is told', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench, 5_000)
    const link = await bench.stripe.paymentLinks.create({
      line_items: [{ price: price.id, quantity: 1 }],
      after_completion: { type: 'redirect', redirect: { url: 'http://localhost/thanks' } },
      subscription_data: { trial_period_days: 7 },
    })
    const { location } = await bench.open(link.url)
    const done = await bench.send(location ?? '', cardFields())
    expect(done.location).toBe('http://localhost/thanks')
    expect((await bench.stripe.subscriptions.list()).data).toMatchObject([{ status: 'trialing' }])
  })

  it('that is not active says so, and opens nothing', async () => {
    const bench = await aSandbox()
    const price = await aVisit(bench)
    const { id, url } = await bench.stripe.paymentLinks.create({
      line_items: [{ price: price.id, quantity: 1 }],
    })
    await bench.stripe.paymentLinks.update(id, { active: false, inactive_message: 'Call us' })
    const { status, text } = await bench.open(url)
    expect(status).toBe(410)
    expect(text).toContain('Call us')
    expect((await bench.stripe.checkout.sessions.list()).data).toEqual([])
    expect((await bench.stripe.paymentLinks.list({ active: true })).data).toEqual([])
    await expect(
      bench.stripe.paymentLinks.create({
        line_items: [{ price: price.id, quantity: 1 }],
        subscription_data: { description: 'no subscription' },
      }),
    ).rejects.toThrow('subscription_data')
  })
})

describe('a quote', () => {
  it('that is accepted starts a subscription, charged after an hour', async () => {
    const bench = await aSandbox()
    const { stripe, time } = bench
    const [plan, visit] = [await aPlan(bench, 5_000), await aVisit(bench)]
    const rate = await stripe.taxRates.create({ display_name: 'HST', percentage: 10, inclusive: false })
    const customer = await aPayer(bench)
    const quote = await stripe.quotes.create({
      customer: customer.id,
      line_items: [{ price: plan.id, quantity: 2 }, { price: visit.id }],
      default_tax_rates: [rate.id],
      expand: ['line_items'],
    })
    expect(quote).toMatchObject({
      status: 'draft',
      amount_total: 15_400,
      computed: { recurring: { amount_total: 11_000, interval: 'month' } },
    })
    expect(quote.line_items?.data).toHaveLength(2)
    await expect(stripe.quotes.accept(quote.id)).rejects.toThrow('draft')
    await stripe.quotes.finalizeQuote(quote.id)
    const { subscription } = await stripe.quotes.accept(quote.id)
    time.pass(0, 2)
    expect((await stripe.invoices.list({ subscription: String(subscription) })).data).toMatchObject([
      { status: 'paid', amount_paid: 15_400 },
    ])
    time.pass(32)
    expect((await stripe.invoices.list({ subscription: String(subscription) })).data[0]).toMatchObject({
      amount_paid: 11_000,
    })
    await expect(stripe.quotes.cancel(quote.id)).rejects.toThrow('accepted')
  })

  it('without recurring prices makes a draft invoice', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const customer = await aPayer(bench)
    const { id } = await stripe.quotes.create({
      customer: customer.id,
      line_items: [{ price: (await aVisit(bench)).id, quantity: 2 }],
    })
    await stripe.quotes.finalizeQuote(id)
    const { invoice } = await stripe.quotes.accept(id)
    bench.time.pass(2)
    expect(await stripe.invoices.retrieve(String(invoice))).toMatchObject({ status: 'draft', total: 8_000 })
    expect(await stripe.invoices.pay(String(invoice))).toMatchObject({ status: 'paid' })
  })

  it('that nobody accepts is over after 30 days', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const customer = await aPayer(bench)
    const { id } = await stripe.quotes.create({
      customer: customer.id,
      line_items: [{ price: (await aVisit(bench)).id }],
    })
    await stripe.quotes.update(id, { header: 'For you', metadata: { by: 'Ann' } })
    await stripe.quotes.finalizeQuote(id)
    await expect(stripe.quotes.update(id, { header: 'For all' })).rejects.toThrow('open')
    bench.time.pass(31)
    expect(await stripe.quotes.retrieve(id)).toMatchObject({ status: 'canceled', header: 'For you' })
  })
})
