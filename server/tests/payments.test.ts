import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPayments } from '#server/payments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'

let bench: TestServices
beforeAll(async () => {
  bench = await openTestServices()
})
afterAll(() => bench.close())

it('a sandbox started on another address sends each event once, signed with the current secret', async () => {
  const { config, clock, transactions, log } = bench.services
  const delivered: { url: string; body: string; signature: string }[] = []
  const openAt = (mainOrigin: string) =>
    openPayments({
      config: { ...config, mainOrigin },
      clock,
      transactions,
      log,
      async deliver(request) {
        const signature = request.headers.get('stripe-signature') ?? ''
        delivered.push({ url: request.url, body: await request.text(), signature })
        return new Response()
      },
    })
  await openAt('http://carefold.localhost:3000')
  const { connection, sandbox } = await openAt('http://carefold.localhost:4000')
  const stripe = new Stripe(connection.secretKey, {
    httpClient: Stripe.createFetchHttpClient(connection.fetch),
  })
  await stripe.customers.create({ name: 'Ada' })
  await sandbox?.deliver()

  expect(delivered.map(({ url }) => url)).toEqual(['http://carefold.localhost:4000/hooks/stripe/account'])
  const [{ body, signature } = { body: '', signature: '' }] = delivered
  expect(() =>
    stripe.webhooks.constructEvent(body, signature, connection.webhookSecret, Infinity),
  ).not.toThrow()
})
