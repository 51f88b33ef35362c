/** What a patient used of their plan, and what it would have cost (docs/domain-rules.md goal 3, docs/decisions/0131). */
import { type Currency, parseAmount, plainAmount } from '../values/money.ts'

/** Whether patients get receipts. */
export const valueAudiences = ['nobody', 'everybody'] as const
export type ValueAudience = (typeof valueAudiences)[number]

/** What is counted: a visit of a kind (`visit:` and the kind's key), an answered message, a completed lesson. */
export type Service = `visit:${string}` | 'message' | 'lesson'

/** The dearest service that has a price, in cents. */
export const highestPriceCents = 10_000_00

/** Prices by service, in whole cents of the clinic's currency; a service that is not there is counted, not priced. */
export type ServicePrices = Record<string, number>

/** Days after a plan month in which the team may still mark visits before its receipt is made. */
export const settlingDays = 2

/**
 * The cents of a typed price; null for none.
 *
 * @returns undefined for what is no price
 */
export function priceOf(typed: string, currency: Currency): number | null | undefined {
  if (typed.trim() === '') return null
  const cents = parseAmount(typed, currency)
  return cents === null || cents > highestPriceCents ? undefined : cents
}

/** Prices as they are typed. */
export function typedPrices(prices: ServicePrices, currency: Currency): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prices).map(([service, cents]) => [service, plainAmount(cents, currency)]),
  )
}

/** One service on a receipt. Stored as it was when the receipt was made. */
export interface ValueLine {
  service: string
  /** the kind of visit as the clinic calls it; empty for messages and lessons */
  name: string
  count: number
  /** null: counted, not priced */
  priceCents: number | null
}

/** What the priced lines would have cost, in cents. */
export function totalValue(lines: readonly ValueLine[]): number {
  return lines.reduce((sum, { count, priceCents }) => sum + count * (priceCents ?? 0), 0)
}

/** A receipt as its reader sees it. Dates are days of the clinic's zone, the last one within. */
export interface ValueReceipt {
  id: string
  span: 'month' | 'year'
  firstOn: string
  lastOn: string
  planName: string
  currency: Currency
  lines: ValueLine[]
  valueCents: number
  /** this patient's part of what was paid, without tax */
  paidCents: number
  /** among how many what was paid is divided */
  people: number
  /** ISO instants */
  madeAt: string
  openedAt: string | null
}

/** What a receipt comes to: the plan saved or cost something, or nothing can be said. */
export type ValueOutcome = 'saved' | 'cost' | 'even' | 'unused' | 'unpriced'

/** @returns which sentence a receipt ends with; `unpriced` where something was used of which nothing has a price */
export function outcomeOf({
  lines,
  valueCents,
  paidCents,
}: Pick<ValueReceipt, 'lines' | 'valueCents' | 'paidCents'>): ValueOutcome {
  if (lines.length === 0) return 'unused'
  if (lines.every(({ priceCents }) => priceCents === null)) return 'unpriced'
  if (valueCents === paidCents) return 'even'
  return valueCents > paidCents ? 'saved' : 'cost'
}

/** Answer of `value-figures`: receipts that were shown in the last 90 days, and how many of them were opened. */
export interface ValueFigures {
  shown: number
  opened: number
}
