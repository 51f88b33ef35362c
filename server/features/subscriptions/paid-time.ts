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

/**
 * What the clinic has not earned at a moment of what was paid for the period, with the tax on top, in cents; nothing of a trial,
 * which nobody has paid. A pause stops the time: what it left is not earned by any later moment. Role `system`.
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

/** The pause that a plan is in: when it began, and what it left as a credit for going on, 0 or more, in cents. Role `system`. */
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
 * By how much less than at the present price the time since `from` was paid for: another plan or more people, who were charged
 * from their day on until the period's end. Below zero for people who were taken out. With tax, in cents.
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
