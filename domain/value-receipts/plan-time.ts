/** The months of a plan, and what was paid for one of them. */

import { periodStart } from '../plans/periods.ts'
import { partOf } from '../values/money.ts'
import { addDays, dateIn } from '../values/zones.ts'

/** A stretch of time: `from` is in it, `until` is not. */
export interface Span {
  from: Date
  until: Date
}

export interface PlanSpan extends Span {
  kind: 'month' | 'year'
}

/**
 * The months and years of a plan that ended in `[after, until)`, counted from its start as Stripe counts periods. The one in which
 * the plan ended is over then.
 */
export function endedSpans(
  plan: { startedAt: Date; endedAt: Date | null },
  within: { after: Date; until: Date },
): PlanSpan[] {
  return [...spansOf(plan, within, 'month'), ...spansOf(plan, within, 'year')]
}

function spansOf(
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date | null },
  within: { after: Date; until: Date },
  kind: 'month' | 'year',
): PlanSpan[] {
  const spans: PlanSpan[] = []
  for (let number = 0; ; number++) {
    const from = periodStart(startedAt, kind, number)
    const whole = periodStart(startedAt, kind, number + 1)
    const isLast = endedAt !== null && endedAt <= whole
    const until = isLast ? endedAt : whole
    if (from >= until || until >= within.until) return spans
    // a year that was broken off is no year: its months say everything
    const isWhole = until.getTime() === whole.getTime()
    if (until >= within.after && (kind === 'month' || isWhole)) spans.push({ kind, from, until })
    if (isLast) return spans
  }
}

/**
 * The days of a span in a zone: those that begin in it, as people count a month from the 16th to the 15th. A span within one day
 * is that day.
 */
export function daysOf({ from, until }: Span, timeZone: string): { firstOn: string; lastOn: string } {
  const firstOn = dateIn(from, timeZone)
  const before = addDays(dateIn(until, timeZone), -1)
  return { firstOn, lastOn: before > firstOn ? before : firstOn }
}

/** A line of a paid invoice. */
export interface PaidLine extends Span {
  /** without tax; below zero where something is credited */
  amountCents: number
}

/** A paid invoice: its lines with the part of it that is still paid, after refunds. */
export interface PaidInvoice {
  lines: readonly PaidLine[]
  /** with tax */
  totalCents: number
  /** what was paid less what went back */
  retainedCents: number
}

/**
 * What was paid for a span, without tax: of each line the part of its time that lies within. Spans that follow each other add up
 * to the whole, to the cent.
 */
export function paidFor(invoices: readonly PaidInvoice[], span: Span): number {
  return invoices.reduce((sum, invoice) => {
    const lines = retainedLines(invoice)
    return sum + lines.reduce((total, line) => total + partWithin(line, span), 0)
  }, 0)
}

/** The lines of an invoice as far as they are still paid; rounded on their running sum, so that they add up. */
function retainedLines({ lines, totalCents, retainedCents }: PaidInvoice): PaidLine[] {
  if (totalCents <= 0) return totalCents === 0 ? [...lines] : []
  let running = 0
  let keptSoFar = 0
  return lines.map((line) => {
    running += line.amountCents
    const kept = partOf(running, Math.min(retainedCents, totalCents), totalCents)
    const amountCents = kept - keptSoFar
    keptSoFar = kept
    return { ...line, amountCents }
  })
}

function partWithin({ from, until, amountCents }: PaidLine, span: Span): number {
  const length = until.getTime() - from.getTime()
  // what was paid once, such as an enrollment fee, belongs to its moment
  if (length <= 0) return from >= span.from && from < span.until ? amountCents : 0
  const before = (instant: Date) =>
    partOf(amountCents, Math.min(Math.max(instant.getTime() - from.getTime(), 0), length), length)
  return before(span.until) - before(span.from)
}

/**
 * Divides an amount by weights; the parts add up to it, to the cent.
 *
 * @param weights at least one above zero, in a fixed order
 */
export function divide(amountCents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let running = 0
  let given = 0
  return weights.map((weight) => {
    running += weight
    const upTo = partOf(amountCents, running, whole)
    const part = upTo - given
    given = upTo
    return part
  })
}
