import { sql } from 'kysely'
import type { NextPayout } from '#domain/statements/statements.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { accounts } from '../ledger/ledger.ts'

/** The clinic's fees to Stripe. Role `system`. */
export async function stripeFeesBetween(
  tx: Tx,
  clinicId: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<number> {
  const { cents } = await tx
    .selectFrom('journal as j')
    .innerJoin('postings as p', (join) =>
      join.onRef('p.clinic_id', '=', 'j.clinic_id').onRef('p.journal_id', '=', 'j.id'),
    )
    .select(sql<number>`coalesce(sum(p.amount_cents), 0)::bigint`.as('cents'))
    .where('j.clinic_id', '=', clinicId)
    .where('p.account', '=', accounts.stripeFees(clinicId))
    .where('j.occurred_at', '>=', startsAt)
    .where('j.occurred_at', '<', endsAt)
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** The first payout that has not arrived, else the balance at Stripe. Role `system`. */
export async function nextPayout(tx: Tx, clinicId: string): Promise<NextPayout> {
  const sent = await tx
    .selectFrom('payouts')
    .select(['amount_cents as cents', sql<string>`arrives_on::text`.as('arrivesOn')])
    .where('clinic_id', '=', clinicId)
    .where('status', 'in', ['pending', 'in_transit'])
    .orderBy('arrives_on')
    .orderBy('id')
    .executeTakeFirst()
  if (sent) return sent
  const { cents } = await tx
    .selectFrom('postings')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('clinic_id', '=', clinicId)
    .where('account', '=', accounts.stripe(clinicId))
    .executeTakeFirstOrThrow()
  return { cents: Number(cents), arrivesOn: null }
}
