import { periodStart } from '../plans/periods.ts'
import { partOf } from '../values/money.ts'
import { addDays, dateIn } from '../values/zones.ts'

/** `from` is inclusive, `until` exclusive. */
export interface Span {
  from: Date
  until: Date
}

export interface PlanSpan extends Span {
  kind: 'month' | 'year'
}

/**
 * The months and years of a plan that ended in `[after, until)`, counted from its start like Stripe's periods. The
 * end of the plan ends the last one.
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
    // An incomplete year is not a year: its months cover it.
    const isWhole = until.getTime() === whole.getTime()
    if (until >= within.after && (kind === 'month' || isWhole)) spans.push({ kind, from, until })
    if (isLast) return spans
  }
}

/** The days that begin within a span, as in "the 16th to the 15th". A span within one day is that day. */
export function daysOf({ from, until }: Span, timeZone: string): { firstOn: string; lastOn: string } {
  const firstOn = dateIn(from, timeZone)
  const before = addDays(dateIn(until, timeZone), -1)
  return { firstOn, lastOn: before > firstOn ? before : firstOn }
}

export interface PaidLine extends Span {
  /** Without tax; negative for a credit. */
  amountCents: number
}

/** `retainedCents` is the part still paid after refunds. */
export interface PaidInvoice {
  lines: readonly PaidLine[]
  /** With tax. */
  totalCents: number
  /** Payments less refunds. */
  retainedCents: number
}

/**
 * The amount paid for a span, without tax: each line in proportion to its time within the span. Adjacent spans sum to
 * the whole, to the cent.
 */
export function paidFor(invoices: readonly PaidInvoice[], span: Span): number {
  return invoices.reduce((sum, invoice) => {
    const lines = retainedLines(invoice)
    return sum + lines.reduce((total, line) => total + partWithin(line, span), 0)
  }, 0)
}

/** Lines reduced to the part still paid; rounded on the running sum, so that they add up. */
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
  // A one-time charge, such as an enrollment fee, belongs to its instant.
  if (length <= 0) return from >= span.from && from < span.until ? amountCents : 0
  const before = (instant: Date) =>
    partOf(amountCents, Math.min(Math.max(instant.getTime() - from.getTime(), 0), length), length)
  return before(span.until) - before(span.from)
}

/**
 * Divides an amount by weights; the parts sum to it, to the cent.
 *
 * @param weights at least one positive, in a fixed order
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
