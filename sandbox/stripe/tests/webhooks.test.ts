import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aClinic, aSandbox, testTime } from '../testing/a-sandbox.ts'

interface Arrival {
  url: string
  body: string
  signature: string
}

/** A sandbox whose webhooks go to a list; `answer` decides each status. */
async function aListener(answer: (time: ReturnType<typeof testTime>) => number = () => 200) {
  const time = testTime()
  const arrivals: Arrival[] = []
  const bench = await aSandbox({
    clock: time,
    deliver: async (url, body, headers) => {
      arrivals.push({ url, body, signature: headers['stripe-signature'] ?? '' })
      return answer(time)
    },
  })
  const types = () => arrivals.map((each) => (JSON.parse(each.body) as Stripe.Event).type)
  return { ...bench, arrivals, types }
}

const hook = 'http://localhost/hooks/stripe'

describe('a webhook', () => {
  it('has a signature that the SDK accepts, by the secret of its endpoint only', async () => {
    const { stripe, sandbox, arrivals, now } = await aListener()
    const { secret = '' } = await stripe.webhookEndpoints.create({
      url: hook,
      enabled_events: ['customer.created'],
    })
    await stripe.customers.create({ email: 'pat@example.test' }, { idempotencyKey: 'k-1' })
    expect(await sandbox.deliver()).toBe(1)
    const { body, signature } = arrivals[0] as Arrival
    const verify = (text: string, key: string) =>
      stripe.webhooks.constructEvent(text, signature, key, 300, undefined, now() * 1000)
    expect(verify(body, secret)).toMatchObject({
      object: 'event',
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      request: { idempotency_key: 'k-1' },
      data: { object: { email: 'pat@example.test' } },
    })
    expect(() => verify(body.replace('pat@', 'eve@'), secret)).toThrow(/signature/i)
    expect(() => verify(body, 'whsec_forged')).toThrow(/signature/i)
    expect(() =>
      stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, (now() + 301) * 1000),
    ).toThrow(/tolerance/i)
  })

  it('is signed when sent, so that one in the queue is not too old', async () => {
    const { stripe, sandbox, arrivals, now } = await aListener((time) => {
      time.pass(0, 1)
      return 200
    })
    await stripe.webhookEndpoints.create({ url: hook, enabled_events: ['customer.created'] })
    await stripe.customers.create()
    await stripe.customers.create()
    const before = now()
    await sandbox.deliver()
    expect(arrivals.map(({ signature }) => signature.split(',')[0])).toEqual([
      `t=${before}`,
      `t=${before + 3600}`,
    ])
  })

  it('reaches only endpoints that listen for its type, and no deleted ones', async () => {
    const { stripe, sandbox, types } = await aListener()
    const endpoint = await stripe.webhookEndpoints.create({ url: hook, enabled_events: ['product.created'] })
    await stripe.customers.create()
    await stripe.products.create({ name: 'Plan' })
    await sandbox.deliver()
    expect(types()).toEqual(['product.created'])
    await stripe.products.create({ name: 'Plan' })
    await stripe.webhookEndpoints.del(endpoint.id)
    await stripe.products.create({ name: 'Plan' })
    expect(await sandbox.deliver()).toBe(0)
    expect((await stripe.webhookEndpoints.list()).data).toEqual([])
  })

  it('of a clinic goes to the connect endpoint, and one of the platform to the other', async () => {
    const bench = await aListener()
    const { stripe, sandbox, arrivals } = bench
    await stripe.webhookEndpoints.create({ url: `${hook}/account`, enabled_events: ['customer.created'] })
    await stripe.webhookEndpoints.create({
      url: `${hook}/connect`,
      enabled_events: ['customer.created'],
      connect: true,
    })
    const stripeAccount = await aClinic(bench)
    await stripe.customers.create({ name: 'A clinic' })
    await stripe.customers.create({ name: 'A patient' }, { stripeAccount })
    await sandbox.deliver()
    const seen = arrivals.map(({ url, body }) => {
      const event = JSON.parse(body) as Stripe.Event
      return [url, event.account, (event.data.object as Stripe.Customer).name]
    })
    expect(seen).toEqual([
      [`${hook}/account`, undefined, 'A clinic'],
      [`${hook}/connect`, stripeAccount, 'A patient'],
    ])
  })

  it('is retried after 60 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, then dropped', async () => {
    const { stripe, sandbox, arrivals, time } = await aListener(() => 500)
    await stripe.webhookEndpoints.create({ url: hook, enabled_events: ['customer.created'] })
    await stripe.customers.create()
    const start = time.now().getTime()
    const tried: number[] = []
    for (let minute = 0; minute < 30 * 60; minute++) {
      const before = arrivals.length
      await sandbox.deliver()
      if (arrivals.length > before) tried.push((time.now().getTime() - start) / 60_000)
      time.pass(0, 1 / 60)
    }
    expect(tried).toEqual([0, 1, 6, 36, 156, 456, 1056, 1656])
    expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(1)
  })

  it('that fails once arrives on the next attempt, and is then no longer pending', async () => {
    let isDown = true
    const { stripe, sandbox, arrivals, time } = await aListener(() => (isDown ? 503 : 204))
    await stripe.webhookEndpoints.create({ url: hook, enabled_events: ['customer.created'] })
    await stripe.customers.create()
    expect(await sandbox.deliver()).toBe(0)
    isDown = false
    expect(await sandbox.deliver()).toBe(0)
    time.pass(0, 1)
    expect(await sandbox.deliver()).toBe(1)
    expect(arrivals).toHaveLength(2)
    expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(0)
  })

  it('caused by the handling of another is delivered in the same call', async () => {
    const time = testTime()
    const seen: string[] = []
    const bench = await aSandbox({
      clock: time,
      deliver: async (_url, body) => {
        const event = JSON.parse(body) as Stripe.Event
        seen.push(event.type)
        if (event.type === 'customer.created') await bench.stripe.products.create({ name: 'Welcome' })
        return 200
      },
    })
    await bench.stripe.webhookEndpoints.create({ url: hook, enabled_events: ['*'] })
    await bench.stripe.customers.create()
    await bench.sandbox.deliver()
    expect(seen).toEqual(['customer.created', 'product.created'])
  })

  it('arrives twice and in any order with the chaos options on', async () => {
    const { stripe, sandbox, arrivals } = await aListener()
    await stripe.webhookEndpoints.create({ url: hook, enabled_events: ['*'] })
    for (let each = 0; each < 12; each++) await stripe.customers.create({ name: `P${each}` })
    sandbox.chaos.duplicate = true
    sandbox.chaos.shuffle = true
    await sandbox.deliver()
    const names = arrivals.map(
      ({ body }) => ((JSON.parse(body) as Stripe.Event).data.object as Stripe.Customer).name,
    )
    expect(names).toHaveLength(24)
    expect(new Set(names).size).toBe(12)
    expect(names.filter((name, index) => names.indexOf(name) === index)).not.toEqual(
      Array.from({ length: 12 }, (_, each) => `P${each}`),
    )
  })
})

it('contains the previous value of a changed field', async () => {
  const { stripe } = await aListener()
  const customer = await stripe.customers.create({ name: 'Pat', metadata: { a: '1' } })
  await stripe.customers.update(customer.id, { name: 'Pat Doe', metadata: { b: '2' } })
  const [event] = (await stripe.events.list({ type: 'customer.updated' })).data
  expect(event?.data).toMatchObject({
    object: { name: 'Pat Doe' },
    previous_attributes: { name: 'Pat', metadata: { b: null } },
  })
  expect(await stripe.events.retrieve(event?.id ?? '')).toMatchObject({ id: event?.id })
  expect((await stripe.events.list({ types: ['customer.created', 'customer.deleted'] })).data).toHaveLength(1)
  expect((await stripe.events.list({ type: 'customer.*' })).data).toHaveLength(2)
})

it('lists events for 30 days, and longer while an endpoint waits for one', async () => {
  let isDown = false
  const { stripe, sandbox, time } = await aListener(() => (isDown ? 500 : 200))
  await stripe.webhookEndpoints.create({ url: hook, enabled_events: ['product.created'] })
  await stripe.customers.create()
  await sandbox.deliver()
  isDown = true
  await stripe.products.create({ name: 'Plan' })
  await sandbox.deliver()
  time.pass(31)
  await stripe.customers.create()
  await sandbox.deliver()
  const types = (await stripe.events.list()).data.map((event) => event.type)
  expect(types).toEqual(['customer.created', 'product.created'])
})
