import { discountOf, isDiscounted, shareDiscount } from '#domain/coupons/coupons.ts'
import { taxOnTop } from '#domain/payouts/clinic-tax.ts'
import type { Household } from '#domain/plans/household.ts'
import { type HouseholdPrices, householdItems } from '#domain/plans/household.ts'
import { type LeavingRule, monthStart, unearnedCents } from '#domain/plans/place-law.ts'
import { unusedCents } from '#domain/plans/unused-time.ts'
import { partOf } from '#domain/values/money.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { householdOf } from './changes/household-change.ts'
import type { Changeable } from './changes/load-changeable.ts'

/** A household's price for a whole period, in cents, before coupons. */
export function fullPeriodCents(prices: HouseholdPrices, household: Household, day: string): number {
  return householdItems(prices, household, day).reduce(
    (sum, { quantity, unitCents }) => sum + quantity * unitCents,
    0,
  )
}

/** The price of a period that begins at `from`, after coupons, before added tax. In cents. */
export function periodCents(present: Changeable, household: Household, from: Date, day: string): number {
  const cents = fullPeriodCents(present.money, household, day)
  const { coupon, startedAt } = present
  const isCheaper = coupon && isDiscounted(coupon, { from, joinedAt: startedAt })
  return isCheaper ? cents - discountOf(coupon, cents) : cents
}

/** The price of a period with added tax. In cents. */
export function taxedPeriodCents(present: Changeable, household: Household, from: Date, day: string): number {
  const full = householdItems(present.money, household, day).map(
    ({ quantity, unitCents }) => quantity * unitCents,
  )
  const sum = full.reduce((all, cents) => all + cents, 0)
  const lines = shareDiscount(full, sum - periodCents(present, household, from, day))
  return lines.reduce((all, cents) => all + cents, taxOnTop(lines, present.tax))
}

/** An amount with added tax. In cents. */
export function withTax(present: Changeable, cents: number): number {
  return cents + taxOnTop([cents], present.tax)
}

/** The rest of the paid period at a moment, before added tax, in cents; 0 in a trial. */
export function unusedNow(present: Changeable, at: Date): number {
  if (present.status !== 'active') return 0
  const { periodStart: start, periodEnd: end, priceDay } = present
  const cents = periodCents(present, householdOf(present), start, priceDay)
  return unusedCents({ start, end, cents }, at)
}

/**
 * The unearned part of the period's payment at a moment, with added tax, in cents; 0 in a trial. The rest at the start
 * of a pause is never earned. Role `system`.
 */
export async function unearnedNow(
  tx: Tx,
  present: Changeable,
  { earning }: LeavingRule,
  at: Date,
): Promise<number> {
  const { status, periodStart: start, periodEnd: end, priceDay, money } = present
  if (status === 'trialing') return 0
  const pause = status === 'paused' ? await lastPause(tx, present) : null
  if (pause && earning === 'moment') return pause.creditCents
  const until = pause?.at ?? at
  const cents = periodCents(present, householdOf(present), start, priceDay)
  const period = { start, end, interval: money.interval, cents }
  const unearned = withTax(present, unearnedCents(earning, period, until))
  if (earning !== 'complete_months') return unearned
  return unearned - (await cheaperBefore(tx, present, monthStart(period, until), until))
}

/** The current pause: its start, and its credit, 0 or more, in cents. Role `system`. */
export async function lastPause(
  tx: Tx,
  { clinicId, id }: Changeable,
): Promise<{ at: Date; creditCents: number }> {
  const pause = await tx
    .selectFrom('subscription_changes')
    .select(['quoted_at', 'quoted_cents'])
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', id)
    .where('kind', '=', 'pause')
    .where('state', '=', 'done')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { at: pause.quoted_at, creditCents: 0 - pause.quoted_cents }
}

/**
 * The difference of the current price to what was paid since `from`, after changes of plan or people charged until the
 * period's end. Negative after removals. With tax, in cents.
 */
async function cheaperBefore(tx: Tx, present: Changeable, from: Date, until: Date): Promise<number> {
  const changes = await tx
    .selectFrom('subscription_changes')
    .select(['quoted_at as at', 'quoted_cents as cents'])
    .where('clinic_id', '=', present.clinicId)
    .where('subscription_id', '=', present.id)
    .where('kind', 'in', ['household', 'plan'])
    .where('state', '=', 'done')
    .where('quoted_at', '>', from)
    .where('quoted_at', '<', until)
    .execute()
  const end = present.periodEnd.getTime()
  return changes.reduce(
    (sum, { at, cents }) => sum + partOf(cents, at.getTime() - from.getTime(), end - at.getTime()),
    0,
  )
}
