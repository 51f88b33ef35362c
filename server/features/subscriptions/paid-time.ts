import { discountOf, isDiscounted, shareDiscount } from '#domain/coupons/coupons.ts'
import { taxOnTop } from '#domain/payouts/clinic-tax.ts'
import { type Household, type HouseholdPrices, householdItems } from '#domain/plans/household.ts'
import { unusedCents } from '#domain/subscriptions/changes.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { householdOf } from './household-change.ts'
import type { Changeable } from './load-changeable.ts'

/** What a household pays for a whole period, in cents, before any coupon. */
export function fullPeriodCents(prices: HouseholdPrices, household: Household, day: string): number {
  return householdItems(prices, household, day).reduce(
    (sum, { quantity, unitCents }) => sum + quantity * unitCents,
    0,
  )
}

/** What a period that begins at `from` costs, less the discount of a coupon and without a tax on top. In cents. */
export function periodCents(present: Changeable, household: Household, from: Date, day: string): number {
  const cents = fullPeriodCents(present.money, household, day)
  const { coupon, startedAt } = present
  const isCheaper = coupon && isDiscounted(coupon, { from, joinedAt: startedAt })
  return isCheaper ? cents - discountOf(coupon, cents) : cents
}

/** What a period costs with the tax on top of its lines. In cents. */
export function taxedPeriodCents(present: Changeable, household: Household, from: Date, day: string): number {
  const full = householdItems(present.money, household, day).map(
    ({ quantity, unitCents }) => quantity * unitCents,
  )
  const sum = full.reduce((all, cents) => all + cents, 0)
  const lines = shareDiscount(full, sum - periodCents(present, household, from, day))
  return lines.reduce((all, cents) => all + cents, taxOnTop(lines, present.tax))
}

/** An amount with the tax on top of it. In cents. */
export function withTax(present: Changeable, cents: number): number {
  return cents + taxOnTop([cents], present.tax)
}

/** What is left of the paid period at a moment, without a tax on top, in cents; nothing of a trial, which nobody has paid. */
export function unusedNow(present: Changeable, at: Date): number {
  if (present.status !== 'active') return 0
  const { periodStart: start, periodEnd: end, priceDay } = present
  const cents = periodCents(present, householdOf(present), start, priceDay)
  return unusedCents({ start, end, cents }, at)
}

/** What the last pause left as a credit for going on, 0 or more. In cents. Role `system`. */
export async function pauseCredit(tx: Tx, clinicId: string, subscriptionId: string): Promise<number> {
  const pause = await tx
    .selectFrom('subscription_changes')
    .select('quoted_cents')
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'pause')
    .where('state', '=', 'done')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return pause ? -pause.quoted_cents : 0
}
