import { expect, it } from 'vitest'
import { ask, createStripeClient, options } from './client.ts'
import { withoutDeadline, withUserDeadline } from './deadline.ts'

/** Accepts requests and never answers. */
function silentStripe() {
  const keys: (string | null)[] = []
  const silent: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    keys.push(request.headers.get('idempotency-key'))
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  }
  const client = createStripeClient({
    ...{ secretKey: 'sk_test_x', webhookSecret: '', connectWebhookSecret: '', fetch: silent },
  })
  const makeCustomer = () => ask(() => client.customers.create({}, options(null, 'a-key')))
  return { keys, client, makeCustomer }
}

it('a user learns soon that Stripe is silent, and one click calls it once', async () => {
  const { keys, makeCustomer } = silentStripe()
  const since = performance.now()
  await withUserDeadline(async () => {
    await expect(makeCustomer()).rejects.toMatchObject({ code: 'payments_unavailable' })
    await expect(makeCustomer()).rejects.toMatchObject({ code: 'payments_unavailable' })
  }, 200)
  // includes the client's pauses between retries
  expect(performance.now() - since).toBeLessThan(8_000)
  expect(keys).toEqual(['a-key'])
}, 20_000)

it('a job started by a click has no user deadline', async () => {
  const { keys, makeCustomer } = silentStripe()
  const waiting = withUserDeadline(() => withoutDeadline(makeCustomer), 50)
  const first = await Promise.race([
    waiting.then(
      () => 'answered',
      () => 'gave up',
    ),
    new Promise((resolve) => setTimeout(resolve, 1_000, 'still waits')),
  ])
  expect(first).toBe('still waits')
  expect(keys).toEqual(['a-key'])
  waiting.catch(() => {})
})
