import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  aClient,
  aClinic,
  aSandbox,
  cardFields,
  type SandboxBench,
} from '#sandbox/stripe/testing/a-sandbox.ts'
import { createStripe, type StripeApi } from './stripe.ts'

type Fetch = SandboxBench['sandbox']['fetch']

let bench: SandboxBench
let stripe: StripeApi
beforeEach(async () => {
  bench = await aSandbox()
  stripe = connect(bench.sandbox.fetch)
})

function connect(fetch: Fetch): StripeApi {
  return createStripe(
    {
      secretKey: 'sk_test_sandbox',
      webhookSecret: 'whsec_a',
      connectWebhookSecret: 'whsec_c',
      fetch: fetch as typeof globalThis.fetch,
    },
    bench.time,
  )
}

const isWrite = (init?: RequestInit) => init?.method === 'POST'

describe('an outage', () => {
  it.each([
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['an error of theirs', async () => answer(500, { error: { type: 'api_error', message: 'boom' } })],
    ['too many requests', async () => answer(429, { error: { type: 'rate_limit', message: 'slow down' } })],
  ])('%s is a refusal that a person can act on', async (_name, fails) => {
    const broken = connect(fails as Fetch)
    const ask = broken.customers.create(null, { email: null, metadata: {}, key: 'k-1' })
    await expect(ask).rejects.toMatchObject({ code: 'payments_unavailable', status: 503 })
  })

  it('in the middle of a response is retried, and leaves one object', async () => {
    let lost = 0
    const flaky: Fetch = async (input, init) => {
      const reply = await bench.sandbox.fetch(input, init)
      if (!isWrite(init) || lost++ > 0) return reply
      throw new TypeError('the answer was lost')
    }
    const id = await connect(flaky).customers.create(null, { email: null, metadata: {}, key: 'k-2' })
    const { data } = await bench.stripe.customers.list()
    expect(data.map((customer) => customer.id)).toEqual([id])
  })

  it('that resembles success is detected: an object without an id', async () => {
    const odd = connect(async () => answer(404, {}))
    await expect(odd.customers.create(null, { email: null, metadata: {}, key: 'k-3' })).rejects.toMatchObject(
      { code: 'payments_unavailable' },
    )
  })

  it('does not hide an invalid request of ours', async () => {
    const wrong = stripe.catalog.ensurePrice(null, {
      lookupKey: 'x',
      product: 'prod_unknown',
      amountCents: 100,
      currency: 'usd',
      interval: 'month',
    })
    await expect(wrong).rejects.toThrow(/No such product/)
  })
})

describe('creating the same object again', () => {
  it('finds products and prices by our own names, even after keys expire', async () => {
    const make = async () => {
      const product = await stripe.catalog.ensureProduct(null, { id: 'plan_1', name: 'Wellness plan' })
      const offer = { lookupKey: 'price_1', product, amountCents: 9_900, currency: 'usd' } as const
      return stripe.catalog.ensurePrice(null, { ...offer, interval: 'month' })
    }
    const first = await make()
    // after any idempotency key has expired
    bench.time.pass(400)
    expect(await make()).toBe(first)
    expect((await bench.stripe.prices.list()).data).toHaveLength(1)
    expect((await bench.stripe.products.list()).data).toHaveLength(1)
  })

  it('renames an existing product', async () => {
    const id = 'plan_renamed'
    for (const name of ['Everyday care', 'Everyday care 2'])
      await stripe.catalog.ensureProduct(null, { id, name })
    expect((await bench.stripe.products.retrieve(id)).name).toBe('Everyday care 2')
  })

  it('at the same moment gives one object', async () => {
    const page = { email: 'a@example.test', metadata: {}, key: 'customer:1' }
    const ids = await Promise.all(Array.from({ length: 20 }, () => stripe.customers.create(null, page)))
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a clinic’s own account', () => {
  it('accepts payments only after onboarding, and lists what is required before', async () => {
    const made = await stripe.accounts.create({
      name: 'Sunrise Family Clinic',
      clinicId: 'c1',
      timeZone: 'America/Toronto',
      country: 'US',
      key: 'payout-account:c1',
    })
    expect(made).toMatchObject({ detailsSubmitted: false, chargesEnabled: false })
    expect(made.requirementsDue.length).toBeGreaterThan(0)
    const url = await stripe.accounts.onboardingPage({
      account: made.id,
      returnUrl: 'http://a.carefold.localhost/clinic',
      refreshUrl: 'http://a.carefold.localhost/clinic',
      key: 'link-1',
    })
    await bench.send(url)
    expect(await stripe.accounts.read(made.id)).toMatchObject({
      detailsSubmitted: true,
      chargesEnabled: true,
      payoutsEnabled: true,
      requirementsDue: [],
    })
  })

  it('shows nothing of another clinic’s', async () => {
    const [mine, other] = [await aClinic(bench, 'A'), await aClinic(bench, 'B')]
    const customer = await stripe.customers.create(mine, { email: null, metadata: {}, key: 'customer:a' })
    await expect(stripe.customers.read(other, customer)).rejects.toThrow(/No such customer/)
    await expect(stripe.customers.read(null, customer)).rejects.toThrow(/No such customer/)
    expect((await stripe.customers.read(mine, customer)).card).toBeNull()
  })

  it('is never charged a fee per payment', async () => {
    const { account, session } = await aPaidPage()
    expect((await stripe.checkout.read(account, session)).status).toBe('complete')
    const { data } = await aClient(bench.sandbox).charges.list({}, { stripeAccount: account })
    expect(data.map((charge) => [charge.amount, charge.application_fee_amount])).toEqual([[9_900, null]])
  })
})

it('configures the portal’s card page once for each account', async () => {
  const account = await aClinic(bench)
  for (const where of [account, null]) {
    const customer = await stripe.customers.create(where, {
      email: null,
      metadata: {},
      key: `portal:${where}`,
    })
    for (const key of ['first', 'second'])
      await stripe.customers.cardPage(where, customer, {
        savedUrl: 'http://a.carefold.localhost/pay?card=saved',
        leftUrl: 'http://a.carefold.localhost/pay',
        key: `${where}:${key}`,
      })
    const client = aClient(bench.sandbox)
    const options = where ? { stripeAccount: where } : {}
    const { data } = await client.billingPortal.configurations.list({}, options)
    expect(data.map(({ features }) => features.payment_method_update.enabled)).toEqual([true])
  }
})

describe('a payment page', () => {
  it('that was paid cannot be closed, and reports so', async () => {
    const { account, session } = await aPaidPage()
    expect(await stripe.checkout.close(account, session)).toMatchObject({ id: session, status: 'complete' })
  })

  it('stores its card once, on the customer', async () => {
    const { account, session } = await aPaidPage()
    const { subscription, customer } = await stripe.checkout.read(account, session)
    const paid = await stripe.customers.subscriptionCard(account, subscription ?? '')
    if (!paid) throw new Error('the page stored no card')
    expect(paid.customer).toBe(customer)
    expect(await stripe.customers.applyChoice(account, paid.customer, paid)).toBe(true)
    await stripe.customers.clearSubscriptionCard(account, subscription ?? '', paid)
    expect(await stripe.customers.subscriptionCard(account, subscription ?? '')).toBeNull()
    expect((await stripe.customers.read(account, customer ?? '')).card).toEqual({
      method: expect.stringMatching(/^pm_/),
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2034,
    })
  })

  it('leads to an invoice with its lines, period, charge and subscription', async () => {
    const { account, session } = await aPaidPage()
    const { subscription } = await stripe.checkout.read(account, session)
    const id = await stripe.subscriptions.latestInvoice(account, subscription ?? '')
    const invoice = await stripe.invoices.read(account, id ?? '')
    expect(invoice).toMatchObject({ status: 'paid', subscription, totalCents: 9_900, amountDueCents: 0 })
    expect(invoice?.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(9_900)
    expect(invoice?.periodEnd.toISOString()).toBe('2027-04-01T10:00:00.000Z')
    const [charge] = invoice?.charges ?? []
    expect(charge).toMatchObject({ status: 'succeeded', amountCents: 9_900, cardLast4: '4242', refunds: [] })
    const found = await stripe.invoices.findPaidBy(account, invoice?.customer ?? '', charge?.intent ?? '')
    expect(found).toBe(id)
    expect(await stripe.invoices.pdfUrl(account, id ?? '')).toMatch(/\/pdf$/)
    expect(await stripe.invoices.read(account, 'in_unknown')).toBeNull()
  })
})

it('no other part of the server imports the SDK', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const importers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /from 'stripe'/.test(readFileSync(join(root, file), 'utf8')))
  expect(importers.filter((file) => !file.startsWith('platform/stripe/'))).toEqual([])
  expect(importers.length).toBeGreaterThan(5)
})

function answer(status: number, body: object): Response {
  return Response.json(body, { status })
}

async function aPaidPage(): Promise<{ account: string; session: string }> {
  const account = await aClinic(bench)
  const product = await stripe.catalog.ensureProduct(account, { id: 'plan_1', name: 'Wellness plan' })
  const price = await stripe.catalog.ensurePrice(account, {
    lookupKey: 'price_1',
    product,
    amountCents: 9_900,
    currency: 'usd',
    interval: 'month',
  })
  const customer = await stripe.customers.create(account, { email: null, metadata: {}, key: 'customer:1' })
  const page = await stripe.checkout.open(account, {
    customer,
    lines: [{ price: price, quantity: 1 }],
    successUrl: 'http://a.carefold.localhost/join/confirming?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://a.carefold.localhost/join/plan?canceled=1',
    reference: 'checkout-1',
    metadata: { checkout: 'checkout-1' },
    key: 'checkout:1',
  })
  await bench.send(page.url ?? '', cardFields())
  return { account, session: page.id }
}
