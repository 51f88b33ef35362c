/** docs/domain-rules.md goal 3, docs/decisions/0131 */
import { type Currency, parseAmount, plainAmount } from '../values/money.ts'

export const valueAudiences = ['nobody', 'everybody'] as const
export type ValueAudience = (typeof valueAudiences)[number]

/** A visit (`visit:` and its type's key), an answered message, or a completed lesson. */
export type Service = `visit:${string}` | 'message' | 'lesson'

/** Maximum price of a service, in cents. */
export const highestPriceCents = 10_000_00

/** Whole cents of the clinic's currency by service; a service without a price is only counted. */
export type ServicePrices = Record<string, number>

/** Days after a plan month in which the team can still record visits before the receipt is made. */
export const settlingDays = 2

/**
 * Cents of a typed price; null if empty.
 *
 * @returns undefined for an invalid price
 */
export function priceOf(typed: string, currency: Currency): number | null | undefined {
  if (typed.trim() === '') return null
  const cents = parseAmount(typed, currency)
  return cents === null || cents > highestPriceCents ? undefined : cents
}

export function typedPrices(prices: ServicePrices, currency: Currency): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prices).map(([service, cents]) => [service, plainAmount(cents, currency)]),
  )
}

/** One service on a receipt, as of the receipt's creation. */
export interface ValueLine {
  service: string
  /** The clinic's name of the visit type; empty for messages and lessons. */
  name: string
  count: number
  /** Null: counted, but without a price. */
  priceCents: number | null
}

export function totalValue(lines: readonly ValueLine[]): number {
  return lines.reduce((sum, { count, priceCents }) => sum + count * (priceCents ?? 0), 0)
}

/** Dates are days in the clinic's zone, the last one inclusive. */
export interface ValueReceipt {
  id: string
  span: 'month' | 'year'
  firstOn: string
  lastOn: string
  planName: string
  currency: Currency
  lines: ValueLine[]
  valueCents: number
  /** This patient's share of the amount paid, without tax. */
  paidCents: number
  /** The number of people who share it. */
  people: number
  /** ISO instants. */
  madeAt: string
  openedAt: string | null
}

export type ValueOutcome = 'saved' | 'cost' | 'even' | 'unused' | 'unpriced'

/** @returns the closing sentence; `unpriced` if no used service has a price */
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

/** Receipts shown in the last 90 days, and how many were opened. */
export interface ValueFigures {
  shown: number
  opened: number
}
