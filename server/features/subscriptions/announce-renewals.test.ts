import { afterAll, expect, it } from 'vitest'
import { openTestPayments } from '#testing/money/payments.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { cancelSubscription } from './ending/cancel-subscription.ts'

const test = await openTestPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic({ timeZone: 'America/New_York' })
afterAll(() => test.close())

it('notifies yearly payers once, a month before the renewal, with the price; not those who canceled or pay monthly', async () => {
  const yearly = await test.aPublishedPlan(clinic, { interval: 'year', amountCents: 49_000 })
  const monthly = await test.aPublishedPlan(clinic, { amountCents: 4_900 })
  const payer = await test.aMember(clinic, yearly)
  const leaver = await test.aMember(clinic, yearly)
  await test.aMember(clinic, monthly)
  await test.call(cancelSubscription, leaver.caller(), {
    subscriptionId: (await subscriptionOf(test, leaver)).id,
  })
  await test.work()
  const mails = async () =>
    test.db.asOwner<{ to_address: string; subject: string; text: string }>(
      `select to_address, subject, text_body as text from app.mails where template = 'plan-renewal' order by queued_at`,
    )
  await test.pass('P334D')
  await test.runDue()
  await test.work()
  expect(await mails()).toEqual([])
  await test.pass('P2D')
  await test.runDue()
  await test.runDue()
  await test.work()
  const sent = await mails()
  expect(sent.map(({ to_address, subject }) => [to_address, subject])).toEqual([
    [payer.email, expect.stringMatching(/renews on Nov 1, 2027$/)],
  ])
  expect(sent[0]?.text).toContain('$490.00')
  await test.pass('P367D')
  await test.runDue()
  await test.work()
  expect(await mails()).toHaveLength(2)
}, 120_000)
