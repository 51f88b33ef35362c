import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPayments, type TestPayments } from '#testing/money/payments.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { moneyOverview } from './money-overview.ts'

let test: TestPayments
beforeAll(async () => {
  test = await openTestPayments({ now: '2026-03-10T15:00:00Z' })
})
afterAll(() => test.close())

it('shows the current month as it would close now, then as waiting for its close, then as closed', async () => {
  const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
  const admin = clinic.admin.caller()
  const plan = await test.aPublishedPlan(clinic)
  await test.aMember(clinic, plan)
  expect(await test.call(moneyOverview, admin, {})).toMatchObject({
    currency: 'usd',
    revenueThisMonthCents: 9_900,
    revenueLastMonthCents: 0,
    revenueChangePercent: null,
    // 1 April, 09:00 in Toronto
    inProgress: {
      month: '2026-03',
      grossCents: 9_900,
      commissionCents: 1_188,
      closesAt: '2026-04-01T13:00:00.000Z',
    },
    closing: [],
    closed: [],
  })

  // 1 April, 05:00 in Toronto
  test.clock.advance('P21DT18H')
  expect(await test.call(moneyOverview, admin, {})).toMatchObject({
    revenueThisMonthCents: 0,
    revenueLastMonthCents: 9_900,
    revenueChangePercent: -100,
    inProgress: { month: '2026-04', grossCents: 0 },
    closing: [{ month: '2026-03', commissionCents: 1_188 }],
    closed: [],
  })

  test.clock.advance('PT5H')
  await test.runDue()
  expect(await test.call(moneyOverview, admin, {})).toMatchObject({
    closing: [],
    closed: [{ month: '2026-03', netCents: 9_900, commissionCents: 1_188, status: 'closed' }],
  })
})

it('shows nothing of another clinic', async () => {
  const selling = await test.aSellingClinic()
  await test.aMember(selling, await test.aPublishedPlan(selling))
  const other = await aClinic(test.db)
  expect(await test.call(moneyOverview, other.admin.caller(), {})).toMatchObject({
    revenueThisMonthCents: 0,
    inProgress: { grossCents: 0 },
    closed: [],
  })
})
