import { afterEach, beforeEach, expect, it } from 'vitest'
import { cards, openTestPayments, type TestPayments } from '#testing/money/payments.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { createCheckout } from './create-checkout.ts'
import { updatePaymentMethod } from './update-payment-method.ts'

let test: TestPayments
let clinic: TestClinic

beforeEach(async () => {
  test = await openTestPayments({ now: '2026-03-01T15:00:00Z' })
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  await test.pay((await test.call(createCheckout, clinic.admin.caller(), { plan: 'professional' })).url)
  await test.work()
})
afterEach(() => test.close())

async function saveCard(number: string): Promise<void> {
  const { url } = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  await test.submit(url, { action: 'card', number, expiry: '12 / 34', cvc: '123', name: 'Ada Brandt' })
  await test.work()
}

async function goTo(instant: string): Promise<void> {
  const ms = new Date(instant).getTime() - test.clock.now().getTime()
  await test.pass(`PT${Math.floor(ms / 1000)}S`)
  await test.runDue()
}

const mails = () =>
  test.db.asOwner<{ template: string; subject: string; body: string }>(
    `select template, subject, text_body as body from app.mails where template like 'clinic-invoice-%' order by queued_at`,
  )

const templates = async () => (await mails()).map(({ template }) => template)

it('an unpaid tier is mailed on the days of a failed commission, and again when it ends', async () => {
  await saveCard(cards.failsLater)
  // Stripe charges a renewal an hour after it fell due
  await goTo('2026-04-01T16:01:00Z')
  expect(await templates()).toEqual(['clinic-invoice-tier-failed'])
  const [first] = await mails()
  expect(first?.body).toContain('We could not charge $99.00 for the Professional plan')
  expect(first?.body).toContain('We will retry the card on Apr 4, 2026.')
  expect(first?.body).toContain('still open on Apr 16, 2026, the Professional plan ends')
  expect(first?.body).toContain('/settings/billing')
  const counts: [number, number][] = []
  for (const day of [3, 4, 8, 9, 13, 14, 15, 16, 20]) {
    await goTo(`2026-04-${String(day).padStart(2, '0')}T16:01:00Z`)
    counts.push([day, (await mails()).length])
  }
  // days 3, 8 and 13 after April 1; after the attempt of day 15 Stripe ends the tier
  expect(counts).toEqual([
    [3, 1],
    [4, 2],
    [8, 2],
    [9, 3],
    [13, 3],
    [14, 4],
    [15, 4],
    [16, 5],
    [20, 5],
  ])
  const last = (await mails()).at(-1)
  expect(last).toMatchObject({ template: 'clinic-invoice-tier-ended' })
  expect(last?.body).toContain('$99.00')
  expect(
    await test.db.asOwner(
      `select kind, event, count(*)::int as times from user_notices where kind = 'commission_failed' group by 1, 2`,
    ),
  ).toEqual([{ kind: 'commission_failed', event: 'important_alerts', times: 4 }])
}, 60_000)

it('sends no mail after the tier is paid with another card', async () => {
  await saveCard(cards.failsLater)
  await goTo('2026-04-01T16:01:00Z')
  expect(await templates()).toHaveLength(1)
  await saveCard(cards.good)
  for (const day of ['04', '09', '14', '20']) await goTo(`2026-04-${day}T16:01:00Z`)
  expect(await templates()).toHaveLength(1)
  const [invoice] = await test.db.asOwner(
    `select status, past_due_at from clinic_invoices where clinic_id = $1 order by issued_at desc`,
    [clinic.id],
  )
  expect(invoice).toEqual({ status: 'paid', past_due_at: null })
})

it('a tier without a card is past due, and mailed', async () => {
  const [billing] = await test.db.asOwner<{ customer: string }>(
    'select stripe_customer as customer from clinic_billing where clinic_id = $1',
    [clinic.id],
  )
  const { data } = await test.client.paymentMethods.list({ customer: billing?.customer ?? '' })
  for (const { id } of data) await test.client.paymentMethods.detach(id)
  await test.work()
  await goTo('2026-04-01T16:01:00Z')
  expect((await mails()).map(({ body }) => body)).toEqual([
    expect.stringContaining('for $99.00 (the Professional plan) has not been paid.'),
  ])
})

it('a paid tier is never mailed about', async () => {
  for (const instant of ['2026-04-01T16:01:00Z', '2026-05-02T16:01:00Z']) await goTo(instant)
  expect(await templates()).toEqual([])
})
