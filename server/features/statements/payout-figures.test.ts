import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { moneyOverview } from './money-overview.ts'

const test = await setUpPayments({ now: '2026-03-10T15:00:00Z' })

it('shows the fees of Stripe beside the revenue, and the next payout from the balance to its arrival', async () => {
  const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
  const plan = await test.aPublishedPlan(clinic)
  const figures = async () => {
    const { revenueThisMonthCents, stripeFeesThisMonthCents, nextPayout } = await test.call(
      moneyOverview,
      clinic.admin.caller(),
      {},
    )
    return { revenueThisMonthCents, stripeFeesThisMonthCents, nextPayout }
  }
  const nothing = { cents: 0, arrivesOn: null }
  expect(await figures()).toEqual({
    revenueThisMonthCents: 0,
    stripeFeesThisMonthCents: 0,
    nextPayout: nothing,
  })
  await test.aMember(clinic, plan)
  const paid = { revenueThisMonthCents: 9_900, stripeFeesThisMonthCents: 317 }
  expect(await figures()).toEqual({ ...paid, nextPayout: { cents: 9_583, arrivesOn: null } })
  await test.pass('P3D')
  // available after two days, sent at the next midnight (UTC), and two days later at the bank
  expect(await figures()).toEqual({ ...paid, nextPayout: { cents: 9_583, arrivesOn: '2026-03-15' } })
  await test.pass('P3D')
  expect(await figures()).toEqual({ ...paid, nextPayout: nothing })
})
