import { afterAll, expect, it } from 'vitest'
import { agreement } from '#testing/money/agreement.ts'
import { openTestPayments } from '#testing/money/payments.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'

const test = await openTestPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 6_000, childCents: 2_000, childAgeLimit: 18 })
afterAll(() => test.close())

it('notifies a payer once, two weeks before a birthday raises the price', async () => {
  const payer = await aPatient(test.db, clinic)
  const { url } = await test.call(joinPlan, payer.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
    // eighteen on November 20: an adult from December 1 on
    household: { isPayerCovered: true, adults: 0, children: ['2008-11-20'] },
    names: { adults: [], children: ['Kim Doe'] },
  })
  await test.pay(url)
  await test.work()
  const notices = () => test.db.asOwner(`select kind from app.notices where kind = 'plan_price'`)
  await test.pass('P15D')
  await test.runDue()
  expect(await notices()).toEqual([])
  await test.pass('P2D')
  await test.runDue()
  await test.runDue()
  expect(await notices()).toHaveLength(1)
}, 60_000)
