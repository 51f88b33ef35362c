import Stripe from 'stripe'
import { afterAll, expect, it } from 'vitest'
import { openPayments } from '#server/payments.ts'
import { openTestServices } from '#testing/database/services.ts'

const bench = await openTestServices()
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

// docs/payments.md 2: what a second server would do to the payments of the first
it('a second server does not see the first one’s customers, and its log says that only one may run', async () => {
  const { config, clock, transactions } = bench.services
  const warnings: unknown[] = []
  const log = {
    ...bench.services.log,
    warn: (event: string, fields?: object) => warnings.push({ event, ...fields }),
  }
  const open = async (databaseUrl: string | null) => {
    const { connection } = await openPayments({
      config: { ...config, databaseUrl },
      clock,
      transactions,
      log: log as typeof bench.services.log,
      deliver: async () => new Response(),
    })
    return new Stripe(connection.secretKey, {
      httpClient: Stripe.createFetchHttpClient(connection.fetch),
      maxNetworkRetries: 0,
    })
  }
  const first = await open('postgres://db.example/carefold')
  expect(warnings).toEqual([
    { event: 'sandbox.one_server_only', message: expect.stringContaining('one server') },
  ])
  const second = await open(null)
  expect(warnings).toHaveLength(1)
  const { id } = await first.customers.create({ name: 'Ada' })
  await expect(second.customers.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' })
  // a restart reads the table
  await expect((await open(null)).customers.retrieve(id)).resolves.toMatchObject({ name: 'Ada' })
})
