import { sql } from 'kysely'
import type { PlanKind } from '#domain/plans/plans.ts'
import type { BillingPolicy } from '#domain/statements/commission.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { baseAccounts } from '../ledger/ledger.ts'

export interface OwedStatement {
  statementId: string
  clinicId: string
  month: string
  currency: string
  startsAt: Date
  endsAt: Date
  closedAt: Date
  commissionCents: number
  carriedInCents: number
  policy: BillingPolicy
  feeCents: number | null
  members: number | null
  revenue: Record<PlanKind, number>
  /** Its final invoice; null before there is one. */
  invoiceId: string | null
}

/** A statement with a commission, paid or not; null for any other. Role `system`. */
export async function loadOwedStatement(
  tx: Tx,
  clinicId: string,
  statementId: string,
): Promise<OwedStatement | null> {
  const row = await tx
    .selectFrom('statements as s')
    .leftJoin('clinic_invoices as i', (join) =>
      join.on('i.clinic_id', '=', clinicId).onRef('i.statement_id', '=', 's.id'),
    )
    .selectAll('s')
    .select('i.id as invoice_id')
    .where('s.clinic_id', '=', clinicId)
    .where('s.id', '=', statementId)
    .where('s.commission_cents', '>', 0)
    .executeTakeFirst()
  if (!row) return null
  return {
    statementId,
    clinicId,
    month: row.month,
    currency: row.currency,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    closedAt: row.closed_at,
    commissionCents: row.commission_cents,
    carriedInCents: row.carried_in_cents,
    policy: row.policy as BillingPolicy,
    feeCents: row.fee_cents,
    members: row.members,
    revenue: {
      wellness: await revenueOf(tx, clinicId, statementId, 'wellness'),
      uninsured: await revenueOf(tx, clinicId, statementId, 'uninsured'),
    },
    invoiceId: row.invoice_id,
  }
}

async function revenueOf(tx: Tx, clinicId: string, statementId: string, kind: PlanKind): Promise<number> {
  const { cents } = await tx
    .selectFrom('statement_lines as l')
    .innerJoin('postings as p', (join) =>
      join.on('p.clinic_id', '=', clinicId).onRef('p.journal_id', '=', 'l.journal_id'),
    )
    .select(sql<number>`(0 - coalesce(sum(p.amount_cents), 0))::bigint`.as('cents'))
    .where('l.clinic_id', '=', clinicId)
    .where('l.statement_id', '=', statementId)
    .where('p.account', 'in', baseAccounts(clinicId, [kind]))
    .executeTakeFirstOrThrow()
  return cents
}
