import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aClient, aClinic, aPayer, aPlan, aSandbox } from '../testing/a-sandbox.ts'
import { memoryStore } from '../world/store.ts'

async function raw(
  sandbox: { fetch: typeof fetch },
  method: string,
  path: string,
  body?: string,
  key = 'sk_test_x',
) {
  const answer = await sandbox.fetch(`https://api.stripe.com${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: await answer.json() }
}

async function rawSandbox() {
  const { sandbox } = await aSandbox()
  return { fetch: sandbox.fetch as typeof fetch }
}

describe('keys', () => {
  it('refuses a live key and names the reason', async () => {
    const { sandbox } = await aSandbox()
    const live = new Stripe('sk_live_0000', {
      httpClient: Stripe.createFetchHttpClient(sandbox.fetch as typeof fetch),
      maxNetworkRetries: 0,
    })
    await expect(live.customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: expect.stringContaining('live keys'),
    })
  })

  it('refuses any key but a test secret key, and a request without a key', async () => {
    const sandbox = await rawSandbox()
    expect((await raw(sandbox, 'GET', '/v1/customers', undefined, 'pk_test_x')).status).toBe(401)
    expect((await raw(sandbox, 'GET', '/v1/customers', undefined, '')).status).toBe(401)
    expect((await raw(sandbox, 'GET', '/v1/customers')).status).toBe(200)
  })
})

describe('an unsupported request', () => {
  it('is refused with 404 and an error body for an unknown address', async () => {
    const { stripe } = await aSandbox()
    await expect(
      stripe.transfers.create({ amount: 1, currency: 'usd', destination: 'acct_1' }),
    ).rejects.toMatchObject({
      statusCode: 404,
      rawType: 'invalid_request_error',
    })
    const sandbox = await rawSandbox()
    expect((await raw(sandbox, 'GET', '/v2/core/accounts')).body.error.message).toContain(
      'Unrecognized request URL',
    )
  })

  it('is refused with parameter_unknown for an unknown parameter, also nested or named like a prototype property', async () => {
    const sandbox = await rawSandbox()
    for (const [body, param] of [
      ['shoe_size=44', 'shoe_size'],
      ['invoice_settings[memo]=x', 'invoice_settings[memo]'],
      ['constructor=x', 'constructor'],
      ['__proto__[email]=x', '__proto__'],
    ]) {
      const answer = await raw(sandbox, 'POST', '/v1/customers', body)
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'parameter_unknown', param } } })
    }
  })

  it('accepts two renamed parameters only from clients that do not request the pinned version', async () => {
    const sandbox = await rawSandbox()
    const body = 'amount=100&currency=usd&payment_method_types[]=card'
    expect((await raw(sandbox, 'POST', '/v1/payment_intents', body)).status).toBe(200)
    const { stripe } = await aSandbox()
    const renamed = {
      amount: 100,
      currency: 'usd',
      payment_method_types: ['card'],
    } as Stripe.PaymentIntentCreateParams
    await expect(stripe.paymentIntents.create(renamed)).rejects.toMatchObject({ code: 'parameter_unknown' })
  })

  it('detects SDK options passed in place of parameters', async () => {
    const bench = await aSandbox()
    const account = await aClinic(bench)
    const misplaced = { stripeAccount: account } as Stripe.ChargeRetrieveParams
    await expect(bench.stripe.charges.retrieve('ch_1', misplaced)).rejects.toMatchObject({
      code: 'parameter_unknown',
    })
  })

  it('is refused with 501 for a value the sandbox does not support', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench)
    const customer = await aPayer(bench)
    await expect(
      bench.stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        pending_invoice_item_interval: { interval: 'day' },
      }),
    ).rejects.toMatchObject({ code: 'parameter_unknown' })
    await expect(
      bench.stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: 'pending_if_incomplete',
      }),
    ).rejects.toMatchObject({ statusCode: 501, code: 'sandbox_unsupported', param: 'payment_behavior' })
  })

  it('reports a missing parameter and one that it cannot parse', async () => {
    const sandbox = await rawSandbox()
    for (const [body, error] of [
      ['currency=usd', { code: 'parameter_missing', param: 'amount' }],
      ['amount=1.5&currency=usd', { code: 'parameter_invalid_integer', param: 'amount' }],
      ['amount=100&currency=', { code: 'parameter_invalid_empty', param: 'currency' }],
      ['amount=10&currency=usd', { code: 'amount_too_small' }],
      ['amount=100&currency=usd&description=a%00b', { param: 'description' }],
      [
        'amount=100&currency=usd&return_url=javascript:alert(1)',
        { code: 'url_invalid', param: 'return_url' },
      ],
    ] as const) {
      const answer = await raw(sandbox, 'POST', '/v1/payment_intents', body)
      expect(answer).toMatchObject({ status: 400, body: { error } })
    }
  })
})

describe('Stripe-Account', () => {
  it('separates the objects of two clinics and of the platform, by list and by id', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const sunrise = { stripeAccount: await aClinic(bench, 'Sunrise') }
    const harbor = { stripeAccount: await aClinic(bench, 'Harbor') }
    const patient = await stripe.customers.create({ email: 'pat@example.test' }, sunrise)
    expect((await stripe.customers.list({}, sunrise)).data).toHaveLength(1)
    expect((await stripe.customers.list({}, harbor)).data).toEqual([])
    expect((await stripe.customers.list()).data).toEqual([])
    for (const options of [harbor, {}]) {
      await expect(stripe.customers.retrieve(patient.id, {}, options)).rejects.toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
      })
    }
    await expect(
      stripe.paymentIntents.create({ amount: 100, currency: 'usd', customer: patient.id }, harbor),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
  })

  it('refuses an account that is not connected', async () => {
    const { stripe } = await aSandbox()
    await expect(stripe.customers.list({}, { stripeAccount: 'acct_nobody' })).rejects.toMatchObject({
      type: 'StripePermissionError',
      code: 'account_invalid',
    })
  })
})

describe('idempotency', () => {
  it('creates one object for twenty concurrent requests with one key', async () => {
    const { stripe } = await aSandbox()
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        stripe.customers.create({ email: 'pat@example.test' }, { idempotencyKey: 'join-1' }),
      ),
    )
    expect(new Set(made.map((customer) => customer.id)).size).toBe(1)
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  it('refuses a key with other parameters', async () => {
    const { stripe } = await aSandbox()
    await stripe.customers.create({ email: 'pat@example.test' }, { idempotencyKey: 'join-1' })
    await expect(
      stripe.customers.create({ email: 'kim@example.test' }, { idempotencyKey: 'join-1' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', rawType: 'idempotency_error' })
  })

  it('separates the keys of different accounts', async () => {
    const bench = await aSandbox()
    const clinic = { stripeAccount: await aClinic(bench), idempotencyKey: 'join-1' }
    const here = await bench.stripe.customers.create(
      { email: 'pat@example.test' },
      { idempotencyKey: 'join-1' },
    )
    const there = await bench.stripe.customers.create({ email: 'kim@example.test' }, clinic)
    expect(here.id).not.toBe(there.id)
  })

  it('repeats a declined charge without charging again', async () => {
    const { stripe } = await aSandbox()
    const pay = () =>
      stripe.paymentIntents.create(
        { amount: 1000, currency: 'usd', payment_method: 'pm_card_chargeDeclined', confirm: true },
        { idempotencyKey: 'pay-1' },
      )
    const first = await pay().catch((error: Stripe.errors.StripeCardError) => error)
    const second = await pay().catch((error: Stripe.errors.StripeCardError) => error)
    expect((first as Stripe.errors.StripeCardError).charge).toBe(
      (second as Stripe.errors.StripeCardError).charge,
    )
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  it('frees the key if the sandbox fails, and leaves nothing half-written', async () => {
    const store = memoryStore()
    let isBroken = false
    const failing = {
      load: store.load,
      save: (changes: Parameters<typeof store.save>[0]) =>
        isBroken ? Promise.reject(new Error('disk full')) : store.save(changes),
    }
    const { stripe } = await aSandbox({ store: failing })
    const create = () => stripe.customers.create({ email: 'pat@example.test' }, { idempotencyKey: 'join-1' })
    isBroken = true
    await expect(create()).rejects.toMatchObject({ statusCode: 500, rawType: 'api_error' })
    expect((await stripe.customers.list()).data).toEqual([])
    isBroken = false
    await create()
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  it('frees a key after 24 hours', async () => {
    const { stripe, time } = await aSandbox()
    const create = () => stripe.customers.create({ email: 'pat@example.test' }, { idempotencyKey: 'join-1' })
    const first = await create()
    time.pass(1)
    expect((await create()).id).not.toBe(first.id)
  })

  it('charges once if the answer is lost and the SDK retries', async () => {
    const { sandbox } = await aSandbox()
    let lost = 0
    const unreliable = {
      fetch: async (input: string | URL | Request, init?: RequestInit) => {
        const answer = await sandbox.fetch(input, init)
        if (init?.method === 'POST' && lost++ === 0) throw new TypeError('socket hang up')
        return answer
      },
    }
    const stripe = aClient(unreliable, { maxNetworkRetries: 1 })
    const intent = await stripe.paymentIntents.create({
      amount: 4900,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    expect(lost).toBe(2)
    expect(intent.status).toBe('succeeded')
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })
})

describe('lists', () => {
  it('page newest first in both directions, and the SDK iterates over all', async () => {
    const { stripe, time } = await aSandbox()
    const ids: string[] = []
    for (let each = 0; each < 23; each++) {
      ids.unshift((await stripe.customers.create({ name: `Patient ${each}` })).id)
      time.pass(0, 1)
    }
    const first = await stripe.customers.list()
    expect(first.data.map((customer) => customer.id)).toEqual(ids.slice(0, 10))
    expect(first.has_more).toBe(true)
    const next = await stripe.customers.list({ starting_after: ids[9] ?? '', limit: 3 })
    expect(next.data.map((customer) => customer.id)).toEqual(ids.slice(10, 13))
    const back = await stripe.customers.list({ ending_before: ids[10] ?? '', limit: 3 })
    expect(back.data.map((customer) => customer.id)).toEqual(ids.slice(7, 10))
    const all = await stripe.customers.list({ limit: 4 }).autoPagingToArray({ limit: 100 })
    expect(all.map((customer) => customer.id)).toEqual(ids)
  })

  it('filter by the time of creation', async () => {
    const { stripe, time, now } = await aSandbox()
    await stripe.customers.create({ name: 'Early' })
    time.pass(1)
    const late = await stripe.customers.create({ name: 'Late' })
    expect((await stripe.customers.list({ created: { gte: now() } })).data.map((each) => each.id)).toEqual([
      late.id,
    ])
    expect((await stripe.customers.list({ created: { lt: now() } })).data[0]?.name).toBe('Early')
  })

  it('refuse a limit out of range and an unknown cursor', async () => {
    const { stripe } = await aSandbox()
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
    await expect(stripe.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })
})

describe('expand', () => {
  it('follows ids through lists down to the charge', async () => {
    const bench = await aSandbox()
    const price = await aPlan(bench)
    const customer = await aPayer(bench)
    const subscription = await bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      expand: ['latest_invoice.payments', 'customer', 'items.data.price.product'],
    })
    expect(subscription.customer).toMatchObject({ email: 'pat@example.test' })
    expect(subscription.items.data[0]?.price.product).toMatchObject({ name: 'Adult member' })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const { data } = await bench.stripe.invoicePayments.list({
      invoice: invoice.id,
      expand: ['data.payment.payment_intent.latest_charge'],
    })
    const intent = data[0]?.payment.payment_intent as Stripe.PaymentIntent
    expect(invoice.payments?.data[0]?.payment.payment_intent).toBe(intent.id)
    expect(intent.latest_charge).toMatchObject({ object: 'charge', amount: 4900, paid: true })
  })

  it('refuses a property that cannot be expanded', async () => {
    const { stripe } = await aSandbox()
    const customer = await stripe.customers.create({ email: 'pat@example.test' })
    for (const path of ['email', 'nothing', 'metadata.x']) {
      await expect(stripe.customers.retrieve(customer.id, { expand: [path] })).rejects.toMatchObject({
        statusCode: 400,
      })
    }
  })
})

it('sets, merges and unsets metadata and fields', async () => {
  const { stripe } = await aSandbox()
  const customer = await stripe.customers.create({ name: 'Pat', metadata: { a: '1', b: '2' } })
  const changed = await stripe.customers.update(customer.id, { name: '', metadata: { a: '', c: '3' } })
  expect(changed).toMatchObject({ name: null, metadata: { b: '2', c: '3' } })
  expect((await stripe.customers.update(customer.id, { metadata: '' })).metadata).toEqual({})
})

it('is fast enough for a sandbox in every test', async () => {
  const { stripe } = await aSandbox()
  const started = performance.now()
  for (let each = 0; each < 300; each++) await stripe.customers.create({ name: 'Pat' })
  expect(performance.now() - started).toBeLessThan(3000)
})
