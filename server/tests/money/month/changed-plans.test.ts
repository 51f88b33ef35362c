// Plans that are resumed or switched: Stripe, ledger, the payer's page, receipts and mails agree (docs/payments.md 10).
import { beforeEach, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import type { Quote } from '#domain/subscriptions/changes.ts'
import { formatMoney } from '#domain/values/money.ts'
import { switchPlan } from '#server/features/checkouts/switch-plan.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { pauseSubscription } from '#server/features/subscriptions/pause-subscription.ts'
import { resumeSubscription } from '#server/features/subscriptions/resume-subscription.ts'
import { unpauseSubscription } from '#server/features/subscriptions/unpause-subscription.ts'
import { agreement } from '#testing/money/agreement.ts'
import { booksOf } from '#testing/money/books.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { chargesOf, endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'

const test = await setUpPayments({ now: '2026-11-01T15:00:00Z' })

let clinic: SellingClinic
let plan: PlanView
let patient: Patient
let subscriptionId: string
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  plan = await test.aPublishedPlan(clinic, { amountCents: 6_000, maxPauseMonths: 3 })
  patient = await test.aMember(clinic, plan)
  subscriptionId = (await subscriptionOf(test, patient)).id
}, 60_000)

const agreedTo = (preview: Quote | null) => ({
  attempt: crypto.randomUUID(),
  quote: { at: preview?.at ?? '', amountCents: preview?.amountCents ?? 0 },
})

/** Shows the price of a change, then makes it with two presses. @returns the shown amount */
async function change(
  action: typeof switchPlan | typeof pauseSubscription | typeof unpauseSubscription,
  given: object,
  signed: object = {},
): Promise<number> {
  const call = async (more: object): Promise<Quote | null> =>
    (await test.call(action, patient.caller(), { subscriptionId, ...given, ...more })).preview
  const preview = await call({})
  const agreed = agreedTo(preview)
  for (let press = 0; press < 2; press++) expect(await call({ agreed, ...signed })).toBeNull()
  await test.work()
  return preview?.amountCents ?? Number.NaN
}

/**
 * Charges of Stripe, invoices of the payer's page, receipts and revenue of the ledger, oldest first; and the mails, with
 * their amounts. Fails where ledger and Stripe differ.
 */
async function facts() {
  const shown = await test.services.transactions.withActor(patient.caller(), (tx) =>
    tx.selectFrom('invoices').select(['status', 'total_cents']).orderBy('issued_at').execute(),
  )
  const cents = async (query: string) =>
    (await test.db.asOwner<{ cents: number }>(query, [clinic.id])).map((row) => row.cents)
  const receipts = await cents(
    'select amount_cents::int as cents from receipts where clinic_id = $1 order by number',
  )
  const revenue = await cents(
    `select -p.amount_cents::int as cents from journal j join postings p on p.journal_id = j.id
      where j.clinic_id = $1 and p.account like 'clinic:%:revenue:%' order by j.occurred_at`,
  )
  const mails = await test.db.asOwner<{ template: string; text: string }>(
    `select template, text_body as text from app.mails where to_address = $1 order by queued_at`,
    [patient.email],
  )
  const charged = (await chargesOf(test, clinic, patient)).reverse()
  const total = charged.reduce((sum, each) => sum + each, 0)
  expect(await booksOf(test, clinic)).toEqual({ stripe: total, 'revenue:wellness': -total })
  for (const booked of [receipts, revenue, shown.map((row) => row.total_cents)])
    expect(booked).toEqual(charged)
  expect(shown.every(({ status }) => status === 'paid')).toBe(true)
  return {
    charged,
    mails: mails
      .map(({ template, text }) => [template, ...new Set(text.match(/\$[\d,.]+\d/g))].join(' '))
      .sort(),
  }
}

/** To the day before the renewal, with the jobs of that day, and over the renewal. */
async function renew() {
  const [row] = await test.db.asOwner<{ ends: Date }>(
    'select current_period_end as ends from subscriptions where id = $1',
    [subscriptionId],
  )
  const left = (row?.ends ?? new Date()).getTime() - test.clock.now().getTime()
  await test.pass(`PT${left / 1000 - 20 * 3_600}S`)
  await test.runDue()
  await test.pass('PT22H')
  await test.runDue()
}

const joined = 'payment-received $60.00'

it('paused and resumed: the unused half reduces the price of resuming', async () => {
  await test.pass('P15D')
  expect(await change(pauseSubscription, { months: 3 })).toBe(-3_000)
  const paused = [joined, 'plan-change-pause $30.00']
  expect(await facts()).toEqual({ charged: [6_000], mails: paused })
  await test.pass('P20D')
  expect(await change(unpauseSubscription, {})).toBe(3_000)
  const resumed = ['payment-received $30.00', joined, 'plan-change-pause $30.00', 'plan-change-resume $30.00']
  expect(await facts()).toEqual({ charged: [6_000, 3_000], mails: resumed })
  await renew()
  expect(await facts()).toEqual({ charged: [6_000, 3_000, 6_000], mails: [...resumed, joined].sort() })
})

it('canceled and resumed: no charge before the next renewal, which is charged in full', async () => {
  await test.call(cancelSubscription, patient.caller(), { subscriptionId })
  await test.work()
  const { stripe_subscription: atStripe } = await subscriptionOf(test, patient)
  expect(await endsAtStripe(test, clinic, atStripe)).toBe(true)
  await test.pass('P10D')
  const resume = () => test.call(resumeSubscription, patient.caller(), { subscriptionId })
  await Promise.allSettled([resume(), resume()])
  await test.work()
  expect(await endsAtStripe(test, clinic, atStripe)).toBe(false)
  expect(await facts()).toEqual({ charged: [6_000], mails: [joined, 'plan-canceled'] })
  await renew()
  expect(await facts()).toEqual({ charged: [6_000, 6_000], mails: [joined, joined, 'plan-canceled'] })
})

const switches = [
  { name: 'up', to: { amountCents: 9_000 }, isNow: true },
  { name: 'down', to: { amountCents: 3_000 }, isNow: false },
  { name: 'from month to year', to: { amountCents: 60_000, interval: 'year' as const }, isNow: true },
]

it.each(switches)(
  'switched $name: the shown amount now, and then the new price alone',
  async ({ to, isNow }) => {
    const other = await test.aPublishedPlan(clinic, { name: 'Other', ...to })
    await test.pass('P15D')
    const [left] = await test.db.asOwner<{ share: number }>(
      `select extract(epoch from current_period_end - $2::timestamptz) / extract(epoch from current_period_end - current_period_start)
              ::float as share from subscriptions where id = $1`,
      [subscriptionId, test.clock.now()],
    )
    const shown = await change(switchPlan, { priceId: other.price.id }, { agreement })
    // the rest of the month at the old price is credited, and at the new one charged; a year begins now
    const share = Number(left?.share)
    const due = to.interval === 'year' ? 60_000 - 6_000 * share : (to.amountCents - 6_000) * share
    expect(Math.abs(shown - (isNow ? due : 0))).toBeLessThanOrEqual(1)
    const charged = isNow ? [6_000, shown] : [6_000]
    const money = (cents: number) => formatMoney(cents, 'usd')
    const mails = [
      ...charged.map((cents) => `payment-received ${money(cents)}`),
      ['plan-change-plan $60.00', money(to.amountCents), ...(isNow ? [money(shown)] : [])].join(' '),
    ]
    expect(await facts()).toEqual({ charged, mails: mails.sort() })
    if (to.interval === 'year') {
      // no renewal at the end of the old month
      await test.pass('P1M')
      expect((await facts()).charged).toEqual(charged)
      return
    }
    await renew()
    const later = await facts()
    expect(later.charged).toEqual([...charged, to.amountCents])
    expect(later.mails).toContain(`payment-received ${money(to.amountCents)}`)
  },
)
