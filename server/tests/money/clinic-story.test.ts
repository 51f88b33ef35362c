import { expect, it } from 'vitest'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { joinStatus } from '#server/features/checkouts/join-status.ts'
import { updatePaymentMethod } from '#server/features/clinic-tier/update-payment-method.ts'
import { dashboardFigures } from '#server/features/dashboard/dashboard-figures.ts'
import { invoicePdf } from '#server/features/invoices/invoice-pdf.ts'
import { refreshPayoutAccount } from '#server/features/payouts/refresh-payout-account.ts'
import { startPayoutOnboarding } from '#server/features/payouts/start-payout-onboarding.ts'
import { publishPlan } from '#server/features/plans/publish-plan.ts'
import { savePlan } from '#server/features/plans/save-plan.ts'
import { moneyOverview } from '#server/features/statements/money-overview.ts'
import { agreement } from '#testing/money/agreement.ts'
import { cards } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'

const test = await setUpPayments({ now: '2026-03-31T20:00:00Z' })

it('a clinic sets up payouts, publishes a plan, is joined and renewed, and its months close with 12 %', async () => {
  // 13:00 on the last day of March in Vancouver
  const clinic = await aClinic(test.db, { timeZone: 'America/Vancouver' })
  const admin = clinic.admin.caller()

  const draft = await test.call(savePlan, admin, {
    kind: 'wellness',
    name: 'Whole Year',
    includes: ['Unlimited visits'],
    interval: 'month',
    amountCents: 9_900,
  })
  await expect(test.call(publishPlan, admin, { planId: draft.id })).rejects.toMatchObject({
    code: 'payouts_not_ready',
  })
  const onboarding = await test.call(startPayoutOnboarding, admin, {})
  await test.submit(onboarding.url)
  expect(await test.call(refreshPayoutAccount, admin, {})).toMatchObject({ chargesEnabled: true })
  await expect(test.call(publishPlan, admin, { planId: draft.id })).rejects.toMatchObject({
    code: 'clinic_card_missing',
  })
  const cardPage = await test.call(updatePaymentMethod, admin, {})
  await test.submit(cardPage.url, {
    action: 'card',
    number: cards.good,
    expiry: '12 / 34',
    cvc: '123',
    name: 'Ada Brandt',
  })
  await test.work()
  const plan = await test.call(publishPlan, admin, { planId: draft.id })

  // 23:30 on 31 March in Vancouver is April in UTC, and belongs to March
  await test.pass('PT10H30M')
  const patient = await aPatient(test.db, clinic)
  const page: PageUrl = await test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  expect((await test.pay(page.url, cards.declined)).location).toMatch(/declined=1$/)
  const paid = await test.pay(page.url)
  const sessionId = new URL(paid.location ?? '').searchParams.get('session_id')
  expect(await test.call(joinStatus, patient.caller(), { sessionId })).toMatchObject({ state: 'confirming' })
  await test.work()
  expect(await test.call(joinStatus, patient.caller(), { sessionId })).toMatchObject({ state: 'active' })

  const march = await test.call(moneyOverview, admin, {})
  expect(march).toMatchObject({
    revenueThisMonthCents: 9_900,
    sameDays: { startsOn: '2026-02-01', endsOn: '2026-02-28', cents: 0, changePercent: null },
    inProgress: { month: '2026-03', grossCents: 9_900, commissionCents: 1_188, rateBps: 1_200 },
    closing: [],
    closed: [],
  })
  // 1 April 2026, 09:00 in Vancouver
  expect(march.inProgress.closesAt).toBe('2026-04-01T16:00:00.000Z')

  await test.pass('PT1H')
  await test.runDue()
  expect(await test.call(moneyOverview, admin, {})).toMatchObject({
    revenueThisMonthCents: 0,
    sameDays: { startsOn: '2026-03-01', endsOn: '2026-03-01', cents: 0, changePercent: null },
    inProgress: { month: '2026-04', grossCents: 0, commissionCents: 0 },
    closing: [{ month: '2026-03', commissionCents: 1_188 }],
    closed: [],
  })

  await test.pass('PT8H30M')
  await test.runDue()
  expect(await test.call(moneyOverview, admin, {})).toMatchObject({
    closing: [],
    closed: [
      { month: '2026-03', grossCents: 9_900, netCents: 9_900, commissionCents: 1_188, status: 'closed' },
    ],
  })

  // renewed at 23:30 on 30 April and, as Stripe does, charged an hour later: May's revenue, dated by the charge
  await test.pass('P30D')
  await test.pass('PT1H')
  const invoices = await test.services.transactions.withActor(patient.caller(), (tx) =>
    tx
      .selectFrom('invoices')
      .select(['id', 'status', 'total_cents', 'period_end'])
      .orderBy('issued_at')
      .execute(),
  )
  expect(invoices.map(({ status, total_cents }) => [status, total_cents])).toEqual([
    ['paid', 9_900],
    ['paid', 9_900],
  ])
  const pdf = await test.call(invoicePdf, patient.caller(), { invoiceId: invoices[1]?.id })
  const document = await test.sandbox.pages(new Request(pdf.url))
  expect(document.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await document.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await test.pass('P10D')
  await test.runDue()
  const overview = await test.call(moneyOverview, admin, {})
  expect(
    overview.closed.map(({ month, commissionCents, status }) => [month, commissionCents, status]),
  ).toEqual([
    ['2026-04', 0, 'nothing_owed'],
    ['2026-03', 1_188, 'closed'],
  ])
  expect(overview.inProgress).toMatchObject({ month: '2026-05', grossCents: 9_900, commissionCents: 1_188 })
  expect(await test.call(dashboardFigures, admin, {})).toMatchObject({
    patients: { total: 1, active: 1 },
    staff: 1,
    activeSubscriptions: 1,
    revenue: { currency: 'usd', thisMonthCents: 9_900, lastMonthCents: 0, changePercent: null },
  })

  const [payment] = await test.db.asOwner<{ id: string; stripe_account: string }>(
    'select id, stripe_account from payments order by charged_at desc limit 1',
  )
  const inClinic = { stripeAccount: payment?.stripe_account ?? '' }
  await test.client.refunds.create({ charge: payment?.id ?? '', amount: 4_950 }, inClinic)
  await test.work()
  expect((await test.call(moneyOverview, admin, {})).inProgress).toMatchObject({
    grossCents: 9_900,
    refundsCents: 4_950,
    commissionCents: 594,
  })

  const charges = await test.client.charges.list({ limit: 100 }, inClinic)
  const taken = charges.data
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0)
  const [booked] = await test.db.asOwner<{ sum: number }>(
    `select (0 - sum(amount_cents))::bigint as sum from postings where account like 'clinic:%:revenue:%'`,
  )
  expect([taken, booked?.sum]).toEqual([14_850, 14_850])
})
