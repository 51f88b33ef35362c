import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aClinic, aPayer, aPlan, aSandbox, cardFields, type SandboxBench } from '../testing/a-sandbox.ts'

const success = 'http://sunrise.carefold.localhost:3000/done?session={CHECKOUT_SESSION_ID}'

async function aSession(bench: SandboxBench, params: Stripe.Checkout.SessionCreateParams) {
  const session = await bench.stripe.checkout.sessions.create({
    success_url: success,
    cancel_url: 'http://sunrise.carefold.localhost:3000/join',
    ...params,
  })
  const read = () => bench.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] })
  return {
    session,
    page: session.url ?? '',
    read,
    done: success.replace('{CHECKOUT_SESSION_ID}', session.id),
  }
}

async function aJoin(bench: SandboxBench, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const price = await aPlan(bench)
  return aSession(bench, { mode: 'subscription', line_items: [{ price: price.id, quantity: 1 }], ...more })
}

describe('mode=payment', () => {
  it('collects the money once and reports how it was paid', async () => {
    const bench = await aSandbox()
    const { page, read, done } = await aSession(bench, {
      mode: 'payment',
      client_reference_id: 'visit-7',
      line_items: [
        { quantity: 2, price_data: { currency: 'usd', unit_amount: 3500, product_data: { name: 'Visit' } } },
      ],
    })
    const shown = await bench.open(page)
    expect(shown.status).toBe(200)
    for (const text of [
      'Payment sandbox: no real money moves',
      '2 × Visit',
      '$70.00',
      'Card number',
      'Email',
    ]) {
      expect(shown.text).toContain(text)
    }
    expect((await bench.send(page, cardFields())).location).toBe(done)
    const session = await read()
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 7000,
      client_reference_id: 'visit-7',
      customer: null,
      customer_details: { email: 'pat@example.test', name: 'Pat Doe' },
      url: null,
    })
    expect(session.line_items?.data).toMatchObject([{ amount_total: 7000, quantity: 2 }])
    const intent = await bench.stripe.paymentIntents.retrieve(session.payment_intent as string)
    expect(intent).toMatchObject({ status: 'succeeded', amount: 7000 })
  })

  it('refuses a recurring price', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench)
    await expect(
      aSession(bench, { mode: 'payment', line_items: [{ price: price.id, quantity: 1 }] }),
    ).rejects.toMatchObject({ param: 'mode' })
  })
})

describe('mode=subscription', () => {
  it('starts the subscription as requested, with the card stored on the subscription', async () => {
    const bench = await aSandbox()
    const customer = await bench.stripe.customers.create({ email: 'pat@example.test' })
    const { page, read } = await aJoin(bench, {
      customer: customer.id,
      subscription_data: { metadata: { subscription_id: 's-1' } },
    })
    expect((await bench.open(page)).text).not.toContain('name="email"')
    await bench.send(page, cardFields())
    const session = await read()
    const subscription = await bench.stripe.subscriptions.retrieve(session.subscription as string, {
      expand: ['latest_invoice', 'default_payment_method'],
    })
    expect(subscription).toMatchObject({
      status: 'active',
      customer: customer.id,
      metadata: { subscription_id: 's-1' },
      default_payment_method: { card: { last4: '4242' } },
      latest_invoice: { id: session.invoice, status: 'paid', amount_paid: 4900 },
    })
    expect(session.payment_intent).toBeNull()
    const after = (await bench.stripe.customers.retrieve(customer.id)) as Stripe.Customer
    expect(after.invoice_settings.default_payment_method).toBeNull()
  })

  it('bills an enrollment fee as a second line, once', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench)
    const fee = await bench.stripe.prices.create({
      currency: 'usd',
      unit_amount: 9900,
      product_data: { name: 'Enrolment' },
    })
    const { page, read } = await aSession(bench, {
      mode: 'subscription',
      line_items: [
        { price: price.id, quantity: 1 },
        { price: fee.id, quantity: 1 },
      ],
    })
    await bench.send(page, cardFields())
    expect((await read()).amount_total).toBe(14_800)
    bench.time.set('2027-04-01T12:00:00Z')
    expect((await bench.stripe.invoices.list()).data.map((invoice) => invoice.amount_paid)).toEqual([
      4900, 14_800,
    ])
  })

  it('applies a trial: nothing is due today, the card is required now and charged when the trial ends', async () => {
    const bench = await aSandbox()
    const { page, read } = await aJoin(bench, { subscription_data: { trial_end: bench.now() + 7 * 86_400 } })
    const shown = await bench.open(page)
    expect(shown.text).toContain('free until Mar 8, 2027')
    expect(shown.text).toContain('$0.00')
    await bench.send(page, cardFields())
    const session = await read()
    expect(session.payment_status).toBe('no_payment_required')
    const subscription = () => bench.stripe.subscriptions.retrieve(session.subscription as string)
    expect((await subscription()).status).toBe('trialing')
    bench.time.pass(7, 1)
    expect((await subscription()).status).toBe('active')
    expect((await bench.stripe.charges.list()).data).toMatchObject([{ amount: 4900, paid: true }])
  })

  it('applies a coupon to the first charge and to renewals', async () => {
    const bench = await aSandbox()
    const coupon = await bench.stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    const withCoupon = await aJoin(bench, { discounts: [{ coupon: coupon.id }] })
    expect((await bench.open(withCoupon.page)).text).toContain('$44.10')
    await bench.send(withCoupon.page, cardFields())
    expect(await withCoupon.read()).toMatchObject({
      amount_total: 4410,
      total_details: { amount_discount: 490 },
    })

    const { subscription } = await withCoupon.read()
    bench.time.set('2027-04-01T12:00:00Z')
    const invoices = (await bench.stripe.invoices.list({ subscription: subscription as string })).data
    expect(invoices.map((invoice) => invoice.total)).toEqual([4410, 4410])
  })

  it('creates exactly one subscription after a refusal at the bank and a second try', async () => {
    const bench = await aSandbox()
    const { page, read, done } = await aJoin(bench)
    const first = await bench.send(page, cardFields('4000 0000 0000 3220'))
    expect(first.location).toContain('/pay/3ds/')
    const back = await bench.send(first.location ?? '', { answer: 'refuse' })
    expect(back.location).toBe(`${page}?declined=1`)
    const again = (await bench.open(back.location ?? '')).text
    expect(again).toContain('role="alert"')
    expect(again).toContain('value="pat@example.test"')
    expect((await read()).customer).toBeNull()
    expect((await bench.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    const second = await bench.send(page, cardFields('4000 0000 0000 3220'))
    expect((await bench.send(second.location ?? '', { answer: 'approve' })).location).toBe(done)
    expect((await bench.send(second.location ?? '', { answer: 'approve' })).location).toBe(done)
    expect((await bench.stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
    expect((await bench.stripe.customers.list()).data).toHaveLength(1)
    expect((await bench.stripe.charges.list()).data.filter((charge) => charge.paid)).toHaveLength(1)
    expect((await read()).status).toBe('complete')
  })

  it('pays once for two simultaneous requests', async () => {
    const bench = await aSandbox()
    const { page, done } = await aJoin(bench)
    const answers = await Promise.all([bench.send(page, cardFields()), bench.send(page, cardFields())])
    expect(answers.map((answer) => answer.location)).toEqual([done, done])
    expect((await bench.stripe.charges.list()).data).toHaveLength(1)
    expect((await bench.stripe.subscriptions.list()).data).toHaveLength(1)
  })
})

it('accepts a card that fails after the trial, for dunning', async () => {
  const bench = await aSandbox()
  const { page, read } = await aJoin(bench, { subscription_data: { trial_end: bench.now() + 7 * 86_400 } })
  await bench.send(page, cardFields('4000 0000 0000 0341'))
  const { subscription: id, customer } = await read()
  const subscription = () =>
    bench.stripe.subscriptions.retrieve(id as string, { expand: ['default_payment_method'] })
  expect((await subscription()).default_payment_method).toMatchObject({ customer })
  bench.time.pass(7, 1)
  expect((await subscription()).status).toBe('past_due')
})

it('charges the amount on the page, without the customer’s other pending items', async () => {
  const bench = await aSandbox()
  const customer = await aPayer(bench)
  await bench.stripe.invoiceItems.create({ customer: customer.id, amount: 1500, currency: 'usd' })
  const { page, read } = await aJoin(bench, { customer: customer.id })
  await bench.send(page, cardFields())
  const { invoice } = await read()
  expect((await bench.stripe.invoices.retrieve(invoice as string)).total).toBe(4900)
  bench.time.set('2027-04-01T12:00:00Z')
  expect((await bench.stripe.invoices.list()).data[0]?.total).toBe(6400)
})

describe('mode=setup', () => {
  it('saves a card without a charge', async () => {
    const bench = await aSandbox()
    const customer = await bench.stripe.customers.create()
    const { page, read } = await aSession(bench, { mode: 'setup', currency: 'usd', customer: customer.id })
    await bench.send(page, cardFields())
    const { setup_intent: id } = await read()
    const setup = await bench.stripe.setupIntents.retrieve(id as string, { expand: ['payment_method'] })
    expect(setup).toMatchObject({ status: 'succeeded', payment_method: { customer: customer.id } })
    expect((await bench.stripe.charges.list()).data).toEqual([])
  })

  it('asks the bank for a card that requires it, and requires a currency', async () => {
    const bench = await aSandbox()
    await expect(aSession(bench, { mode: 'setup' })).rejects.toMatchObject({ param: 'currency' })
    const { page, read, done } = await aSession(bench, { mode: 'setup', currency: 'usd' })
    const asked = await bench.send(page, cardFields('4000 0025 0000 3155'))
    expect((await bench.send(asked.location ?? '', { answer: 'approve' })).location).toBe(done)
    expect((await read()).status).toBe('complete')
  })
})

describe('the page', () => {
  it('stays open after a decline, without the typed number', async () => {
    const bench = await aSandbox()
    const { page } = await aJoin(bench)
    const sent = await bench.send(page, cardFields('4000 0000 0000 0002'))
    // a reload of the page that follows sends nothing
    expect(sent).toMatchObject({ status: 303, location: `${page}?declined=1` })
    const declined = await bench.open(sent.location ?? '')
    expect(declined.text).toMatch(/role="alert" tabindex="-1" autofocus>Your card was declined\./)
    expect(declined.text).toContain('Your card was declined. Nothing was charged. Try another card.')
    expect(declined.text).toContain('value="Pat Doe"')
    expect(declined.text).not.toContain('4000 0000 0000 0002')
  })

  it('shows a decline after the return from the bank, but not on a new visit', async () => {
    const bench = await aSandbox()
    const { page } = await aJoin(bench)
    await bench.send(page, cardFields('4000 0000 0000 0002'))
    const fresh = await bench.open(page)
    expect(fresh.status).toBe(200)
    expect(fresh.text).not.toContain('role="alert"')

    const asked = await bench.send(page, cardFields('4000 0000 0000 3220'))
    const refused = await bench.send(asked.location ?? '', { answer: 'refuse' })
    expect((await bench.open(refused.location ?? '')).text).toContain('role="alert"')
    expect((await bench.open(page)).text).not.toContain('role="alert"')
  })

  it('has the account’s name, mark, colors and typefaces, each allowed by its policy', async () => {
    const look = { name: 'Willow Creek', initials: 'WC', light: '#74407F', dark: '#DDAAE8' }
    const bench = await aSandbox({ lookOf: async (account) => (account === 'platform' ? null : look) })
    const clinic = await aClinic(bench)
    const customer = await bench.stripe.customers.create({}, { stripeAccount: clinic })
    const portal = await bench.stripe.billingPortal.sessions.create(
      { customer: customer.id, return_url: 'https://sunrise.example/pay' },
      { stripeAccount: clinic },
    )
    const answer = await bench.sandbox.pages(new Request(portal.url))
    const text = await answer.text()
    expect(text).toContain('<strong>Willow Creek</strong>')
    expect(text).toContain('>WC</text>')
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ''
    expect(style).toContain(':root{--primary:#74407F}')
    expect(style).toContain('@media (prefers-color-scheme:dark){:root{--primary:#DDAAE8}}')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
    for (const [, url] of style.matchAll(/url\("([^"]+)"\)/g)) {
      const font = await bench.sandbox.pages(new Request(url ?? ''))
      expect(font.headers.get('content-type')).toBe('font/woff2')
      expect((await font.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    }
  })

  it.each([
    ['a number that is not a test card', { number: '4111 1111 1111 1111' }, 402, 'only test cards work here'],
    ['an expired card', { expiry: '01/24' }, 402, 'Your card has expired.'],
    ['an expiry that is none', { expiry: 'soon' }, 422, 'expiry date'],
    ['a code that is none', { cvc: '1' }, 422, 'security code'],
    ['no email', { email: '' }, 422, 'email address'],
  ])('refuses %s', async (_what, fields, status, words) => {
    const bench = await aSandbox()
    const { page } = await aJoin(bench)
    const answer = await bench.send(page, cardFields('4242 4242 4242 4242', fields))
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(words)
    expect((await bench.stripe.charges.list()).data).toEqual([])
  })

  it('answers 410 once paid, expired by the API, or after 24 hours', async () => {
    const bench = await aSandbox()
    const paid = await aJoin(bench)
    await bench.send(paid.page, cardFields())
    expect((await bench.open(paid.page)).status).toBe(410)
    const expired = await aJoin(bench)
    await bench.stripe.checkout.sessions.expire(expired.session.id)
    expect((await bench.send(expired.page, cardFields())).status).toBe(410)
    const left = await aJoin(bench)
    bench.time.pass(1)
    expect((await bench.open(left.page)).text).toContain('Nothing was charged.')
    expect((await left.read()).status).toBe('expired')
    expect((await bench.stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(2)
    await expect(bench.stripe.checkout.sessions.expire(left.session.id)).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('collects no money if the bank answers after it has closed', async () => {
    const bench = await aSandbox()
    const { page } = await aJoin(bench)
    const asked = await bench.send(page, cardFields('4000 0000 0000 3220'))
    bench.time.pass(2)
    expect((await bench.open(asked.location ?? '')).status).toBe(410)
    await bench.send(asked.location ?? '', { answer: 'approve' })
    expect((await bench.stripe.charges.list()).data).toEqual([])
  })

  it('names the clinic as payee and escapes its texts', async () => {
    const bench = await aSandbox()
    const stripeAccount = await aClinic(bench, 'Sunrise <b>& Co</b>')
    const session = await bench.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        success_url: success,
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: 900, product_data: { name: '<script>x</script>' } },
          },
        ],
      },
      { stripeAccount },
    )
    const { text } = await bench.open(session.url ?? '')
    expect(text).toContain('Sunrise &#60;b&#62;&#38; Co')
    expect(text).not.toContain('<script')
  })

  it('runs no script, loads only its typefaces, and posts only to itself and to redirect targets', async () => {
    const bench = await aSandbox()
    const { page } = await aJoin(bench)
    const answer = await bench.sandbox.pages(new Request(page))
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; form-action 'self' http:\/\/sunrise\.carefold\.localhost:3000; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('answers 404 at an unknown address', async () => {
    const bench = await aSandbox()
    const { page } = await aJoin(bench)
    for (const url of [
      `${page}x`,
      page.replace('/platform/', '/acct_1/'),
      page.replace('/checkout/', '/nothing/'),
    ]) {
      expect((await bench.open(url)).status).toBe(404)
    }
  })
})

it('lists line items, and sessions by their payment or subscription', async () => {
  const bench = await aSandbox()
  const customer = await aPayer(bench)
  const { session, page, read } = await aJoin(bench, { customer: customer.id })
  expect((await bench.stripe.checkout.sessions.listLineItems(session.id)).data).toMatchObject([
    { object: 'item', amount_total: 4900 },
  ])
  await aJoin(bench)
  await bench.send(page, cardFields())
  const { subscription } = await read()
  for (const filter of [
    { customer: customer.id },
    { subscription: subscription as string },
    { status: 'complete' as const },
  ]) {
    expect((await bench.stripe.checkout.sessions.list(filter)).data.map((each) => each.id)).toEqual([
      session.id,
    ])
  }
})
