import type { RevenueMonth } from '#domain/dashboard/figures.ts'
import { localMonth, type Month, monthsBetween, nextMonth } from '#domain/statements/months.ts'
import { percentChange } from '#domain/values/money.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { type BillingTerms, boundsOf, loadBillingTerms, revenueBetween, revenueOfPeriods } from './queries.ts'

/** Revenue without tax, less refunds, in cents of `currency`. */
export interface RevenueFigures {
  currency: string
  /** Of the current calendar month so far. */
  thisMonthCents: number
  lastMonthCents: number
  /** Whole percent against last month; null when last month had none. */
  changePercent: number | null
}

/** A clinic's revenue of this month and the last, in its time zone. Role `system`. */
export async function revenueFigures(tx: Tx, clinicId: string, now: Date): Promise<RevenueFigures> {
  return revenueUnder(tx, await loadBillingTerms(tx, clinicId), now)
}

export async function revenueUnder(tx: Tx, terms: BillingTerms, now: Date): Promise<RevenueFigures> {
  const thisMonth = currentMonth(terms, now)
  const { startsAt, endsAt } = boundsOf(terms, thisMonth)
  const before = boundsOf(terms, nextMonth(thisMonth, -1))
  const thisMonthCents = await revenueBetween(tx, terms.clinicId, startsAt, endsAt)
  const lastMonthCents = await revenueBetween(tx, terms.clinicId, before.startsAt, startsAt)
  const changePercent = percentChange(thisMonthCents, lastMonthCents)
  return { currency: terms.currency, thisMonthCents, lastMonthCents, changePercent }
}

/** A clinic's revenue of the last twelve months, oldest first, including the current one. Role `system`. */
export async function revenueByMonth(tx: Tx, clinicId: string, now: Date): Promise<RevenueMonth[]> {
  const terms = await loadBillingTerms(tx, clinicId)
  const thisMonth = currentMonth(terms, now)
  const months = monthsBetween(nextMonth(thisMonth, -11), thisMonth)
  const starts = [
    ...months.map((month) => boundsOf(terms, month).startsAt),
    boundsOf(terms, thisMonth).endsAt,
  ]
  const cents = await revenueOfPeriods(tx, clinicId, starts)
  const closed = await tx
    .selectFrom('statements')
    .select('month')
    .where('clinic_id', '=', clinicId)
    .where('month', 'in', months)
    .execute()
  const closedMonths = new Set(closed.map(({ month }) => month))
  return months.map((month, index) => ({
    month,
    cents: cents[index] ?? 0,
    isClosed: closedMonths.has(month),
  }))
}

/** The month of `now`; after a move to a zone further west, never one that is closed. */
export function currentMonth(terms: BillingTerms, now: Date): Month {
  const shown = localMonth(now, terms.timeZone)
  const first = terms.lastClosed ? nextMonth(terms.lastClosed.month) : shown
  return shown > first ? shown : first
}
