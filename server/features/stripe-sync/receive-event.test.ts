import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStripe } from '#server/platform/stripe/stripe.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { receiveStripeEvent } from './receive-event.ts'

const test = await setUpPayments()

let body: string
let now: number
beforeEach(() => {
  now = Math.floor(test.clock.now().getTime() / 1000)
  body = anEvent()
})

function anEvent(changes: object = {}): string {
  return JSON.stringify({
    id: `evt_${crypto.randomUUID().replaceAll('-', '')}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: now,
    livemode: false,
    type: 'charge.succeeded',
    account: 'acct_unknown0000',
    data: { object: { id: 'ch_123', object: 'charge', amount: 999_999 } },
    ...changes,
  })
}

const post = (signature: string | null, sent = body) => test.hook('connect', sent, signature)
const hmac = (secret: string, at: number | string, signed = body) =>
  createHmac('sha256', secret).update(`${at}.${signed}`).digest('hex')
const v1 = (signature: string) => signature.split('v1=')[1] ?? ''

async function stored(): Promise<number> {
  const rows = await test.db.asOwner('select id from app.webhook_events where id = $1', [JSON.parse(body).id])
  return rows.length
}

describe('an event signed by Stripe', () => {
  it('is stored once, queued once, and answered at once, however often it arrives', async () => {
    const signature = test.sign('connect', body)
    const answers = await Promise.all([post(signature), post(signature), post(signature)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await post(test.sign('connect', body, now + 60))).status).toBe(200)
    expect(await stored()).toBe(1)
    await test.services.jobs.drain()
    const [row] = await test.db.asOwner('select attempts, outcome from app.webhook_events where id = $1', [
      JSON.parse(body).id,
    ])
    expect(row).toEqual({ attempts: 1, outcome: 'unknown account' })
  })

  it('is accepted up to five minutes old', async () => {
    expect((await post(test.sign('connect', body, now - 299))).status).toBe(200)
  })

  it('of an unknown type is stored and ignored', async () => {
    const clinic = await test.aSellingClinic()
    body = anEvent({ type: 'moon.phase', account: clinic.account, data: { object: { id: 'moon_1' } } })
    expect((await post(test.sign('connect', body))).status).toBe(200)
    await test.services.jobs.drain()
    const [row] = await test.db.asOwner('select outcome from app.webhook_events where id = $1', [
      JSON.parse(body).id,
    ])
    expect(row).toEqual({ outcome: 'ignored' })
  })

  it('of a subscription’s schedule is not read as the subscription', async () => {
    const clinic = await test.aSellingClinic()
    const type = 'subscription_schedule.updated'
    body = anEvent({ type, account: clinic.account, data: { object: { id: 'sub_sched_1' } } })
    expect((await post(test.sign('connect', body))).status).toBe(200)
    await test.services.jobs.drain()
    const [row] = await test.db.asOwner('select error, processed_at from app.webhook_events where id = $1', [
      JSON.parse(body).id,
    ])
    expect(row).toEqual({ error: null, processed_at: expect.anything() })
  })

  it('waits in one job with the others of its object, all processed by one read', async () => {
    const clinic = await test.aSellingClinic()
    const ids: string[] = []
    for (const type of ['charge.succeeded', 'charge.updated', 'charge.refunded']) {
      body = anEvent({ type, account: clinic.account, data: { object: { id: 'ch_unknown' } } })
      ids.push(JSON.parse(body).id)
      await post(test.sign('connect', body))
    }
    let reads = 0
    const { read } = test.services.stripe.charges
    test.services.stripe.charges.read = (...args) => {
      reads++
      return read(...args)
    }
    await expect(test.services.jobs.drain()).rejects.toThrow('No such charge')
    expect(reads).toBe(1)
    test.services.stripe.charges.read = read
    const rows = await test.db.asOwner(
      'select attempts, error is not null as failed from app.webhook_events where id = any($1)',
      [ids],
    )
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ attempts: 1, failed: true })))
    await test.db.asOwner('delete from jobs.job')
  })

  it('is stored without a job when its kind is never read', async () => {
    body = anEvent({ type: 'payment_intent.created', data: { object: { id: 'pi_1' } } })
    expect((await post(test.sign('connect', body))).status).toBe(200)
    expect(await test.services.jobs.drain()).toBe(0)
    const [row] = await test.db.asOwner('select attempts, outcome from app.webhook_events where id = $1', [
      JSON.parse(body).id,
    ])
    expect(row).toEqual({ attempts: 0, outcome: 'ignored' })
  })

  it('signed with either secret is accepted during a rotation', async () => {
    const connection = {
      secretKey: 'sk_test_sandbox',
      webhookSecret: 'whsec_account',
      connectWebhookSecret: ' whsec_new , whsec_old ',
    }
    const stripe = createStripe(connection, test.clock)
    for (const secret of ['whsec_new', 'whsec_old'])
      expect(await stripe.webhooks.read('connect', body, `t=${now},v1=${hmac(secret, now)}`)).toMatchObject({
        account: 'acct_unknown0000',
        objectId: 'ch_123',
      })
    for (const secret of ['whsec_account', '', ' ', 'whsec_new , whsec_old'])
      await expect(
        stripe.webhooks.read('connect', body, `t=${now},v1=${hmac(secret, now)}`),
      ).rejects.toMatchObject({ code: 'webhook_refused' })
  })
})

describe('nothing is stored of', () => {
  const forgeries: [string, () => [signature: string | null, sent?: string]][] = [
    ['no signature', () => [null]],
    ['an empty signature', () => [' ']],
    ['a word', () => ['signed']],
    ['a time without a signature', () => [`t=${now}`]],
    ['a signature without a time', () => [`v1=${v1(test.sign('connect', body))}`]],
    ['a made-up signature', () => [`t=${now},v1=${'0'.repeat(64)}`]],
    ['a signature of the wrong length', () => [`t=${now},v1=${'0'.repeat(10)}`]],
    ['a signature that is not hex', () => [`t=${now},v1=${'z'.repeat(64)}`]],
    ['the other endpoint’s secret', () => [test.sign('account', body)]],
    ['a guessed secret', () => [`t=${now},v1=${hmac('whsec_guess', now)}`]],
    ['the API key as secret', () => [`t=${now},v1=${hmac('sk_test_sandbox', now)}`]],
    ['an empty secret', () => [`t=${now},v1=${hmac('', now)}`]],
    ['an older scheme', () => [`t=${now},v0=${v1(test.sign('connect', body))}`]],
    ['a scheme in capitals', () => [`t=${now},V1=${v1(test.sign('connect', body))}`]],
    [
      'a signature over the body alone',
      () => [`t=${now},v1=${createHmac('sha256', 'x').update(body).digest('hex')}`],
    ],
    ['a time that was not signed', () => [test.sign('connect', body, now - 10).replace(/t=\d+/, `t=${now}`)]],
    ['a replay after five minutes', () => [test.sign('connect', body, now - 301)]],
    ['a replay after a day', () => [test.sign('connect', body, now - 86_400)]],
    ['a time before 1970', () => [`t=-1,v1=${hmac('x', -1)}`]],
    ['a time that is not a number', () => [`t=now,v1=${v1(test.sign('connect', body))}`]],
    ['a changed amount', () => [test.sign('connect', body), body.replace('999999', '999998')]],
    [
      'another account in the body',
      () => [test.sign('connect', body), body.replace('acct_unknown0000', 'acct_victim000000')],
    ],
    ['another event’s signature', () => [test.sign('connect', anEvent())]],
    ['an extra space', () => [test.sign('connect', body), `${body} `]],
    ['a reformatted body', () => [test.sign('connect', body), JSON.stringify(JSON.parse(body), null, 2)]],
    ['a byte order mark', () => [test.sign('connect', body), `\uFEFF${body}`]],
    ['an empty body', () => [test.sign('connect', body), '']],
  ]
  it.each(forgeries)('%s', async (_name, forge) => {
    const [signature, sent] = forge()
    const answer = await post(signature, sent)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'webhook_refused' })
    expect(await stored()).toBe(0)
  })

  it.each([
    ['a live event with a test key', () => anEvent({ livemode: true })],
    [
      'the platform’s own event at the endpoint for connected accounts',
      () => anEvent({ account: undefined }),
    ],
    ['a body that is not JSON', () => 'not json'],
    ['a body that is not an event', () => '[]'],
    ['an event without data', () => anEvent({ data: undefined })],
    ['a thin event of the second API', () => anEvent({ object: 'v2.core.event' })],
  ])('%s, though signed', async (_name, make) => {
    const sent = make()
    expect((await post(test.sign('connect', sent), sent)).status).toBe(400)
  })

  it('a connected account’s event at the platform’s endpoint', async () => {
    expect((await test.hook('account', body, test.sign('account', body))).status).toBe(400)
    expect(await stored()).toBe(0)
  })

  it('more than half a megabyte', async () => {
    const sent = anEvent({ padding: 'x'.repeat(600_000) })
    expect((await post(test.sign('connect', sent), sent)).status).toBe(413)
  })
})

it('asks Stripe to send an event again when it cannot be stored', async () => {
  const down = {
    ...test.services,
    transactions: {
      ...test.services.transactions,
      withSystemStatement: () => Promise.reject(new Error('database gone')),
    },
  } as typeof test.services
  const answer = await receiveStripeEvent(
    down,
    'connect',
  )(
    new Request('http://localhost/hooks/stripe/connect', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': test.sign('connect', body) },
    }),
  )
  expect(answer.status).toBe(503)
  expect(JSON.stringify(await answer.json())).not.toContain('database gone')
})
