import { type Month, monthClosesAt } from '#domain/statements/months.ts'
import { audit } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { accounts, post } from '../ledger/ledger.ts'
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

/** The oldest month that is over and due to be closed at `now`; null if none. */
export function dueMonth(terms: BillingTerms, now: Date): Month | null {
  const month = terms.firstOpenMonth
  return month && now >= monthClosesAt(month, terms.timeZone) ? month : null
}

/**
 * Closes the oldest due month with all earlier revenue lines that are on no statement; a late line is on the next
 * (docs/payments.md 9), like revenue of days that a tier did not pay. Call again until it returns null. Books the debt as a receivable. Role `system`, after the
 * sweep.
 * @returns the month closed
 */
export async function closeOldestDueMonth(tx: Tx, clinicId: string, now: Date): Promise<Month | null> {
  // one close at a time per clinic
  await tx
    .selectFrom('clinic_billing')
    .select('clinic_id')
    .where('clinic_id', '=', clinicId)
    .forUpdate()
    .execute()
  const terms = await loadBillingTerms(tx, clinicId)
  const month = dueMonth(terms, now)
  if (!month) return null
  const { startsAt, endsAt } = boundsOf(terms, month)
  // read once: a line booked after this belongs to the next statement
  const open = await openRevenueLines(tx, clinicId, endsAt)
  const billed = await policyOf(tx, terms, month, endsAt)
  const { policy, feeCents, members } = billed
  const periods = await loadTierPeriods(tx, clinicId)
  const lines = open.filter((line) => takesLine(policy, periods, line))
  const sums = sumsUnder(terms, billed, lines, terms.lastClosed?.carriedOutCents ?? 0)
  const { id } = await tx
    .insertInto('statements')
    .values({
      clinic_id: clinicId,
      month,
      time_zone: terms.timeZone,
      currency: terms.currency,
      policy,
      rate_bps: terms.rateBps,
      fee_cents: feeCents,
      members,
      starts_at: startsAt,
      ends_at: endsAt,
      gross_cents: sums.grossCents,
      refunds_cents: sums.refundsCents,
      carried_in_cents: sums.carriedInCents,
      net_cents: sums.netCents,
      commission_cents: sums.commissionCents,
      carried_out_cents: sums.carriedOutCents,
      status: sums.commissionCents > 0 ? 'closed' : 'nothing_owed',
      closed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const part of chunks(lines, 1_000)) {
    await tx
      .insertInto('statement_lines')
      .values(
        part.map((line) => ({
          journal_id: line.journalId,
          clinic_id: clinicId,
          statement_id: id,
          amount_cents: line.amountCents,
        })),
      )
      .execute()
  }
  if (sums.commissionCents > 0) await bookCommission(tx, terms, id, sums.commissionCents, endsAt, now)
  await startNextMonth(tx, clinicId, now)
  const figures = { month, net_cents: sums.netCents, commission_cents: sums.commissionCents }
  await audit(tx, 'statement.closed', { type: 'statement', id }, figures, clinicId)
  return month
}

async function bookCommission(
  tx: Tx,
  { clinicId, currency }: BillingTerms,
  statementId: string,
  commissionCents: number,
  occurredAt: Date,
  now: Date,
): Promise<void> {
  await post(
    tx,
    {
      clinicId,
      key: `commission-owed:${statementId}`,
      kind: 'commission_owed',
      occurredAt,
      currency,
      source: `statement:${statementId}`,
      amounts: {
        [accounts.receivable(clinicId)]: commissionCents,
        [accounts.commission()]: -commissionCents,
      },
    },
    now,
  )
}

/** A new zone takes effect with the next month (docs/domain-rules.md rule 4). */
async function startNextMonth(tx: Tx, clinicId: string, now: Date): Promise<void> {
  await tx
    .updateTable('clinic_billing')
    .set({ time_zone: await clinicZone(tx, clinicId), updated_at: now })
    .where('clinic_id', '=', clinicId)
    .execute()
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size))
  return parts
}
