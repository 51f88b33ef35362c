import { localMonth, type Month, monthsBetween, nextMonth } from '#domain/statements/months.ts'
import type { RevenueMonth, SameDays } from '#domain/statements/statements.ts'
import { percentChange } from '#domain/values/money.ts'
import { dateIn, startOfDay } from '#domain/values/zones.ts'
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

/** Last month's revenue up to the current day of the month. Role `system`. */
export async function sameDaysOfLastMonth(
  tx: Tx,
  terms: BillingTerms,
  now: Date,
  thisMonthCents: number,
): Promise<SameDays> {
  const thisMonth = currentMonth(terms, now)
  const today = dateIn(now, terms.timeZone)
  // a month that began early, after a move to a zone further west, is on its first day
  const day = today.startsWith(thisMonth) ? Number(today.slice(8)) : 1
  const before = nextMonth(thisMonth, -1)
  const { startsAt, endsAt } = boundsOf(terms, before)
  const nextDay = dateOfMonth(before, day + 1)
  const until = nextDay < `${thisMonth}-01` ? startOfDay(nextDay, terms.timeZone) : endsAt
  const cents = await revenueBetween(tx, terms.clinicId, startsAt, until)
  return {
    startsOn: `${before}-01`,
    endsOn: dateOfMonth(before, Math.min(day, daysOf(before))),
    cents,
    changePercent: percentChange(thisMonthCents, cents),
  }
}

const daysOf = (month: Month): number => Number(dateOfMonth(nextMonth(month), 0).slice(8))

/** The date of a day counted from the month's first, which may be in a later month. */
function dateOfMonth(month: Month, day: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1, day)).toISOString().slice(0, 10)
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
