import * as z from 'zod/mini'
import { type Month, monthClosesAt, monthsBetween } from '#domain/statements/months.ts'
import type {
  ClosedStatementView,
  MoneyOverview,
  StatementPayment,
  StatementView,
} from '#domain/statements/statements.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { nextPayout, stripeFeesBetween } from './payout-figures.ts'
import {
  type BillingTerms,
  boundsOf,
  loadBillingTerms,
  loadTierPeriods,
  openRevenueLines,
  policyOf,
  sumsUnder,
  takesLine,
} from './queries.ts'
import { currentMonth, revenueByMonth, revenueUnder, sameDaysOfLastMonth } from './revenue-figures.ts'

/**
 * Returns the clinic's revenue of the current month, Stripe's fees, the next payout, the month's statement as if the month ended now, and the statements of
 * closed months. Months are in the clinic's zone.
 */
export const moneyOverview = action({
  name: 'money-overview',
  input: z.object({}),
  access: 'money:read',
  system: 'the permission set money reads no agreement about fees and no tier',
  run: (tx, ctx): Promise<MoneyOverview> =>
    asSystem(tx, async () => {
      const terms = await loadBillingTerms(tx, ctx.clinicId)
      const thisMonth = currentMonth(terms, ctx.now())
      const open = await openStatements(tx, terms, thisMonth, ctx.now())
      const inProgress = open.pop()
      if (!inProgress) throw new Error('the current month has no statement')
      const { thisMonthCents } = await revenueUnder(tx, terms, ctx.now())
      return {
        currency: terms.currency,
        revenueThisMonthCents: thisMonthCents,
        stripeFeesThisMonthCents: await stripeFeesBetween(tx, ctx.clinicId, boundsOf(terms, thisMonth)),
        nextPayout: await nextPayout(tx, ctx.clinicId),
        sameDays: await sameDaysOfLastMonth(tx, terms, ctx.now(), thisMonthCents),
        inProgress,
        closing: open,
        months: await revenueByMonth(tx, ctx.clinicId, ctx.now()),
        closed: await closedStatements(tx, ctx.clinicId),
      }
    }),
})

async function openStatements(tx: Tx, terms: BillingTerms, thisMonth: Month, now: Date) {
  const months = monthsBetween(terms.firstOpenMonth ?? thisMonth, thisMonth)
  let lines = await openRevenueLines(tx, terms.clinicId, boundsOf(terms, thisMonth).endsAt)
  const periods = await loadTierPeriods(tx, terms.clinicId)
  let carriedInCents = terms.lastClosed?.carriedOutCents ?? 0
  const statements: (StatementView & { closesAt: string })[] = []
  for (const month of months) {
    const { endsAt } = boundsOf(terms, month)
    const billed = await policyOf(tx, terms, month, endsAt < now ? endsAt : now)
    const isOwn = (line: (typeof lines)[number]) =>
      line.occurredAt < endsAt && takesLine(billed.policy, periods, line)
    const own = lines.filter(isOwn)
    lines = lines.filter((line) => !isOwn(line))
    const sums = sumsUnder(terms, billed, own, carriedInCents)
    carriedInCents = sums.carriedOutCents
    const { timeZone, currency, rateBps } = terms
    statements.push({
      month,
      timeZone,
      currency,
      ...billed,
      rateBps,
      ...sums,
      closesAt: monthClosesAt(month, timeZone).toISOString(),
    })
  }
  return statements
}

async function closedStatements(tx: Tx, clinicId: string): Promise<MoneyOverview['closed']> {
  const rows = await tx
    .selectFrom('statements as s')
    .leftJoin('clinic_invoices as i', (join) =>
      join.onRef('i.clinic_id', '=', 's.clinic_id').onRef('i.statement_id', '=', 's.id'),
    )
    .selectAll('s')
    .select(['i.status as invoice_status', 'i.past_due_at'])
    .where('s.clinic_id', '=', clinicId)
    .orderBy('s.month', 'desc')
    .limit(24)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    month: row.month,
    timeZone: row.time_zone,
    currency: row.currency,
    policy: row.policy as StatementView['policy'],
    rateBps: row.rate_bps,
    feeCents: row.fee_cents,
    members: row.members,
    grossCents: row.gross_cents,
    refundsCents: row.refunds_cents,
    carriedInCents: row.carried_in_cents,
    netCents: row.net_cents,
    commissionCents: row.commission_cents,
    carriedOutCents: row.carried_out_cents,
    status: row.status as ClosedStatementView['status'],
    closedAt: row.closed_at.toISOString(),
    payment: (row.invoice_status === 'open' && row.past_due_at
      ? 'past_due'
      : row.invoice_status) as StatementPayment,
  }))
}
