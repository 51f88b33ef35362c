import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { moneyOverview } from './money-overview.ts'

const test = await setUpPayments({ now: '2026-03-10T15:00:00Z' })

it('shows the current month as it would close now, then as waiting for its close, then as closed', async () => {
  const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
  const admin = clinic.admin.caller()
  const plan = await test.aPublishedPlan(clinic)
  await test.aMember(clinic, plan)
  expect(await test.call(moneyOverview, admin, {})).toMatchObject({
    currency: 'usd',
    revenueThisMonthCents: 9_900,
    sameDays: { startsOn: '2026-02-01', endsOn: '2026-02-10', cents: 0, changePercent: null },
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
    // the plan was paid on March 10
    sameDays: { startsOn: '2026-03-01', endsOn: '2026-03-01', cents: 0, changePercent: null },
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

it('compares the month so far with the same days of last month, to the end of a shorter one', async () => {
  const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
  const admin = clinic.admin.caller()
  const sameDays = async () => (await test.call(moneyOverview, admin, {})).sameDays
  // April 1, 10:00 in Toronto
  await test.aMember(clinic, await test.aPublishedPlan(clinic))
  test.clock.advance('P29D')
  expect(await sameDays()).toMatchObject({ startsOn: '2026-03-01', endsOn: '2026-03-30', cents: 0 })
  // April 30, 23:30; then May 1, and May 31, which April does not have
  test.clock.advance('PT13H30M')
  expect(await sameDays()).toMatchObject({ endsOn: '2026-03-30' })
  test.clock.advance('PT1H')
  expect(await sameDays()).toMatchObject({ endsOn: '2026-04-01', cents: 9_900, changePercent: -100 })
  test.clock.advance('P30DT10H30M')
  expect(await sameDays()).toMatchObject({ endsOn: '2026-04-30', cents: 9_900 })
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
