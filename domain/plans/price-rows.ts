/** Rows of `plan_prices`. */
import type { PlanInterval } from './plans.ts'

export interface PriceRow {
  id: string
  role: string
  interval: PlanInterval
  amount_cents: number
  currency: string
}

/** A plan's prices for one interval. Whole cents; null if the plan has no such price. */
export interface PlanPrices {
  /** The adult's, used to join. */
  id: string
  interval: PlanInterval
  currency: string
  amountCents: number
  childCents: number | null
  householdCents: number | null
  enrolmentCents: number | null
}

/** One entry per interval; without a price for adults a plan is not sold. */
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
