/** What a plan costs: today and the next charges, before joining (docs/domain-rules.md goal 2). */

import { type CouponTerms, discountOf, isDiscounted, shareDiscount } from '../coupons/coupons.ts'
import { type ClinicTax, taxOnLine } from '../payouts/clinic-tax.ts'
import type { Household } from '../plans/household.ts'
import { type HouseholdItem, type HouseholdPrices, householdItems } from '../plans/household.ts'
import { periodStart } from '../plans/periods.ts'
import type { PlanInterval } from '../plans/plans.ts'
import { dunning } from '../subscriptions/subscriptions.ts'
import { dayMs } from '../values/durations.ts'
import { dateIn } from '../values/zones.ts'

/** What a version of a plan says about money. */
export interface PlanMoney extends HouseholdPrices {
  interval: PlanInterval
  currency: string
  /** Once, when joining, for the whole household; never prorated. */
  enrolmentCents: number | null
  /** Days before the first period is paid. */
  trialDays: number
  /** What the clinic charges on everything; absent for none. */
  tax?: ClinicTax | null
}

/** One charge to the payer's card. */
export interface PlannedCharge {
  /** When Stripe charges the card. */
  at: Date
  /** That day, in the clinic's zone. */
  on: string
  items: HouseholdItem[]
  /** The enrolment fee in it, which no coupon makes cheaper. */
  enrolmentCents: number
  /** What a coupon takes off the items. */
  discountCents: number
  /** In the total, whether it came on top or not. */
  taxCents: number
  totalCents: number
}

export interface ChargePlan {
  /** Nothing of the plan is due during a trial: then `items` is empty. */
  today: PlannedCharge
  next: PlannedCharge[]
  /** The first charge that differs from the one before, because somebody leaves the price for children. */
  changes: { on: string; fromCents: number; toCents: number } | null
  /** The first charge without the coupon, where it ends. */
  fullPrice: { on: string; totalCents: number } | null
}

/** How many charges are announced: a year of months, and the one after it. */
export const announcedCharges = 13

/**
 * Today's charge and the following ones.
 *
 * A period begins at its number of months or years after the anchor, which is now or the end of the trial, as Stripe
 * counts them (`periodStart`). Ages count on its first day in the clinic's zone (docs/domain-rules.md rule 13).
 *
 * @param start `now`: when the payer pays. Stripe charges a renewal `dunning.chargedAfterHours` after it fell due. `begins`:
 *   somebody who has paid elsewhere until then, who pays no enrolment fee and gets no trial (`startAfterPaid`)
 */
export function planCharges(
  money: PlanMoney,
  household: Household,
  start: { now: Date; timeZone: string; coupon?: CouponTerms | null; begins?: Date | null },
  count = announcedCharges,
): ChargePlan {
  const { now, timeZone, coupon, begins = null } = start
  const hasTrial = begins !== null || money.trialDays > 0
  const anchor = begins ?? new Date(now.getTime() + money.trialDays * dayMs)
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
  const next = Array.from({ length: count }, (_, index) => {
    const from = periodStart(anchor, money.interval, hasTrial ? index : index + 1)
    return charge(from, new Date(from.getTime() + dunning.chargedAfterHours * 60 * 60 * 1000))
  })
  return {
    today,
    next,
    changes: firstChange(hasTrial ? next : [today, ...next]),
    fullPrice: firstFullPrice([today, ...next]),
  }
}

/** The first charge whose items cost other than those before, whatever a coupon takes off. */
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
