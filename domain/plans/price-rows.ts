/** A plan's prices as rows of `plan_prices`, and what they say together. */
import type { PlanInterval } from './plans.ts'

export interface PriceRow {
  id: string
  role: string
  interval: PlanInterval
  amount_cents: number
  currency: string
}

/** What a plan costs for one interval. Whole cents; null where the plan has no such price. */
export interface PlanPrices {
  /** The adult's, which a person joins with. */
  id: string
  interval: PlanInterval
  currency: string
  amountCents: number
  childCents: number | null
  householdCents: number | null
  enrolmentCents: number | null
}

/** One for each interval; without a price for adults a plan is not sold. */
export function pricesFrom(rows: readonly PriceRow[]): PlanPrices[] {
  return rows
    .filter(({ role }) => role === 'adult')
    .map(({ id, interval, currency, amount_cents }) => {
      const centsOf = (role: string) =>
        rows.find((row) => row.role === role && row.interval === interval)?.amount_cents ?? null
      return {
        id,
        interval,
        currency,
        amountCents: amount_cents,
        childCents: centsOf('child'),
        householdCents: centsOf('household'),
        enrolmentCents: centsOf('enrolment'),
      }
    })
}
