// Many events of one object: one read handles all (docs/payments.md 7).
import { afterAll, expect, it } from 'vitest'
import { agreement } from '#testing/money/agreement.ts'
import { openTestSale } from '#testing/money/payments.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { processEvent } from './process-event.ts'

const sale = await openTestSale()
afterAll(() => sale.test.close())

it('events that arrive while the object is read cause one more read', async () => {
  const { test, clinic, plan } = sale
  const patient = await aPatient(test.db, clinic)
  const join = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
  await test.pay((await test.call(joinPlan, patient.caller(), join)).url)
  const { data } = await test.client.events.list({ limit: 100 }, { stripeAccount: clinic.account })
  const ofInvoice = data.filter(({ type }) => type.startsWith('invoice.'))
  expect(ofInvoice.length).toBeGreaterThan(2)
  const [first, ...others] = ofInvoice.map((event) => ({
    id: event.id,
    object: `${clinic.account} ${(event.data.object as { id: string }).id}`,
    body: JSON.stringify({ ...event, account: clinic.account }),
  }))
  const post = async ({ body }: { body: string }) => {
    expect((await test.hook('connect', body, test.sign('connect', body))).status).toBe(200)
  }
  if (!first) throw new Error('no event')

  const { invoices } = test.services.stripe
  const read = invoices.read
  const reading = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  let reads = 0
  invoices.read = async (...args) => {
    reads += 1
    const facts = await read(...args)
    reading.resolve()
    await mayGoOn.promise
    return facts
  }
  const job = processEvent(test.services)
  await post(first)
  const running = job.run({ eventId: first.id, object: first.object })
  await reading.promise
  for (const event of others) await post(event)
  for (const { id: eventId, object } of others)
    expect(await job.run({ eventId, object })).toMatchObject({ reason: 'in hand' })
  mayGoOn.resolve()
  await running
  invoices.read = read
  expect(reads).toBe(2)
  const waiting = await test.db.asOwner(
    `select type from app.webhook_events where type like 'invoice.%' and processed_at is null`,
  )
  expect(waiting).toEqual([])
})
