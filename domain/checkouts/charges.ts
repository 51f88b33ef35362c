/** docs/domain-rules.md goal 2 */

import { type CouponTerms, discountOf, isDiscounted, shareDiscount } from '../coupons/coupons.ts'
import { type ClinicTax, taxOnLine } from '../payouts/clinic-tax.ts'
import type { Household } from '../plans/household.ts'
import { type HouseholdItem, type HouseholdPrices, householdItems } from '../plans/household.ts'
import type { PlanInterval } from '../plans/plans.ts'
import { renewalsAfter } from '../subscriptions/renewal-days.ts'
import { dunning } from '../subscriptions/subscriptions.ts'
import { hourMs } from '../values/durations.ts'
import { dateIn } from '../values/zones.ts'
import { freeUntil } from './prepared-start.ts'

export interface PlanMoney extends HouseholdPrices {
  interval: PlanInterval
  currency: string
  /** Charged once for the household when joining; never prorated. */
  enrolmentCents: number | null
  /** Days before the first paid period. */
  trialDays: number
  /** The clinic's tax on all charges; absent for none. */
  tax?: ClinicTax | null
}

/** One charge to the payer's card. */
export interface PlannedCharge {
  at: Date
  /** That day in the clinic's zone. */
  on: string
  items: HouseholdItem[]
  /** The enrolment fee within the total; coupons do not reduce it. */
  enrolmentCents: number
  /** The coupon's discount on the items. */
  discountCents: number
  /** Part of the total, whether inclusive or added. */
  taxCents: number
  totalCents: number
}

export interface ChargePlan {
  /** `items` is empty during a trial. */
  today: PlannedCharge
  next: PlannedCharge[]
  /** The first charge of another amount, because a child's price ends. */
  changes: { on: string; fromCents: number; toCents: number } | null
  fullPrice: { on: string; totalCents: number } | null
}

export const announcedCharges = 13

/**
 * Today's charge and the following ones.
 * Periods begin a number of months or years after the anchor, which is now or the end of the free days, on the clinic's
 * day (`renewalsAfter`). Ages count on the period's first day in the clinic's zone (docs/domain-rules.md rule 13).
 *
 * @param start `now`: time of payment; Stripe charges a renewal `dunning.chargedAfterHours` after it is due.
 * `begins`: end of the time paid elsewhere; no enrolment fee and no trial (`startAfterPaid`)
 */
export function planCharges(
  money: PlanMoney,
  household: Household,
  start: { now: Date; timeZone: string; coupon?: CouponTerms | null; begins?: Date | null },
  count = announcedCharges,
): ChargePlan {
  const { now, timeZone, coupon, begins = null } = start
  const firstPaid = begins ?? freeUntil(money.trialDays, now, timeZone)
  const hasTrial = firstPaid !== null
  const charge = (
    from: Date,
    at: Date,
    extra: { enrolmentCents?: number; isFree?: boolean } = {},
  ): PlannedCharge => {
    const items = extra.isFree ? [] : householdItems(money, household, dateIn(from, timeZone))
    const enrolmentCents = extra.enrolmentCents ?? 0
    const itemCents = items.reduce((sum, each) => sum + each.quantity * each.unitCents, 0)
    const discountCents =
      coupon && isDiscounted(coupon, { from, joinedAt: now }) ? discountOf(coupon, itemCents) : 0
    const lines = [
      ...shareDiscount(
        items.map((each) => each.quantity * each.unitCents),
        discountCents,
      ),
      enrolmentCents,
    ]
    const { tax } = money
    const taxCents = tax ? lines.reduce((sum, cents) => sum + taxOnLine(cents, tax), 0) : 0
    return {
      at,
      on: dateIn(at, timeZone),
      items,
      enrolmentCents,
      discountCents,
      taxCents,
      totalCents: lines.reduce((sum, cents) => sum + cents, tax && !tax.isInclusive ? taxCents : 0),
    }
  }
  const today = charge(now, now, {
    enrolmentCents: begins ? 0 : (money.enrolmentCents ?? 0),
    isFree: hasTrial,
  })
  const renewals = renewalsAfter(firstPaid ?? now, money.interval, timeZone, hasTrial ? count - 1 : count)
  const next = [...(firstPaid ? [firstPaid] : []), ...renewals].map((from) =>
    charge(from, new Date(from.getTime() + dunning.chargedAfterHours * hourMs)),
  )
  return {
    today,
    next,
    changes: firstChange(hasTrial ? next : [today, ...next]),
    fullPrice: firstFullPrice([today, ...next]),
  }
}

/** The first charge whose items cost more or less than before, without discounts. */
function firstChange(charges: readonly PlannedCharge[]): ChargePlan['changes'] {
  const full = charges.map(({ on, totalCents, discountCents, enrolmentCents }) => ({
    on,
    cents: totalCents + discountCents - enrolmentCents,
  }))
  for (const [index, { on, cents }] of full.entries()) {
    const before = full[index - 1]
    if (before && before.cents !== cents) return { on, fromCents: before.cents, toCents: cents }
  }
  return null
}

function firstFullPrice(charges: readonly PlannedCharge[]): ChargePlan['fullPrice'] {
  const lastCheaper = charges.findLastIndex(({ discountCents }) => discountCents > 0)
  const first = lastCheaper < 0 ? undefined : charges[lastCheaper + 1]
  return first ? { on: first.on, totalCents: first.totalCents } : null
}
