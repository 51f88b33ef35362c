import { sql } from 'kysely'
import type { PlanKind } from '#domain/plans/plans.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface Fact {
  clinicId: string
  /** Unique key, such as `charge:ch_...`. */
  key: string
  kind:
    | 'charge'
    | 'refund'
    | 'refund_failed'
    | 'dispute_lost'
    | 'payment_reversed'
    | 'commission_owed'
    | 'commission_forgiven'
    | 'platform_fee'
    | 'platform_fee_forgiven'
    | 'platform_payment'
    | 'platform_refund'
    | 'platform_refund_failed'
    | 'balance_movement'
    | 'stripe_fee'
    | 'payout'
    | 'payout_returned'
  occurredAt: Date
  currency: string
  /** Source of the booking: a Stripe event, a sweep, a month's close. */
  source: string
  /** Cents by account; they sum to zero. Revenue is negative. Zero amounts are omitted. */
  amounts: Record<string, number>
}

/** The accounts of the ledger (docs/payments.md 8). */
export const accounts = {
  /** The clinic's balance at Stripe, by Stripe's own list of movements. */
  stripe: (clinicId: string) => `clinic:${clinicId}:stripe`,
  /** Between a payment, refund or lost dispute and its movement at Stripe: zero once both are booked. */
  clearing: (clinicId: string) => `clinic:${clinicId}:clearing`,
  /** The clinic's fees to Stripe. */
  stripeFees: (clinicId: string) => `clinic:${clinicId}:fees`,
  /** Sent to the clinic's bank. */
  bank: (clinicId: string) => `clinic:${clinicId}:bank`,
  /** Movements at Stripe that are neither payments nor payouts, such as a top-up. */
  other: (clinicId: string) => `clinic:${clinicId}:other`,
  /** Cash, checks and transfers that the desk received: money outside Stripe. */
  cash: (clinicId: string) => `clinic:${clinicId}:cash`,
  /** `other`: sales at the desk, which are not in the commission's base. */
  revenue: (clinicId: string, kind: RevenueKind) => `clinic:${clinicId}:revenue:${kind}`,
  /** Lost disputes, without tax. */
  disputes: (clinicId: string, kind: RevenueKind) => `clinic:${clinicId}:disputes:${kind}`,
  tax: (clinicId: string) => `clinic:${clinicId}:tax`,
  receivable: (clinicId: string) => `platform:receivable:${clinicId}`,
  commission: () => 'platform:revenue:commission',
  fees: () => 'platform:revenue:subscription',
  platformStripe: () => 'platform:stripe',
}

export type RevenueKind = PlanKind | 'other'

/** Kinds about a clinic's own revenue, as opposed to its payments to Carefold. */
export const revenueKinds = ['charge', 'refund', 'refund_failed', 'dispute_lost', 'payment_reversed'] as const

/** The base of a clinic's commission: revenue from plans of these kinds, less lost disputes. */
export function baseAccounts(
  clinicId: string,
  kinds: readonly ('wellness' | 'uninsured')[] = ['wellness', 'uninsured'],
): string[] {
  return kinds.flatMap((kind) => [accounts.revenue(clinicId, kind), accounts.disputes(clinicId, kind)])
}

/**
 * Books a fact, once. Role `system`.
 * @returns the journal id; null if the fact was booked before
 * @throws the database's error at commit when the amounts do not sum to zero
 */
export async function post(tx: Tx, fact: Fact, now: Date): Promise<number | null> {
  const amounts = Object.entries(fact.amounts).filter(([, amountCents]) => amountCents !== 0)
  // one statement, to save round trips
  const { rows } = await sql<{ id: number }>`
    with booked as (
      insert into public.journal (clinic_id, key, kind, occurred_at, currency, source, posted_at)
      values (${fact.clinicId}::uuid, ${fact.key}, ${fact.kind}, ${fact.occurredAt}, ${fact.currency}, ${fact.source}, ${now})
      on conflict (clinic_id, key) do nothing
      returning clinic_id, id),
    posted as (
      insert into public.postings (clinic_id, journal_id, account, amount_cents)
      select b.clinic_id, b.id, p.account, p.amount_cents
        from booked b
        cross join unnest(${amounts.map(([account]) => account)}::text[], ${amounts.map(([, cents]) => cents)}::bigint[])
                as p (account, amount_cents))
    select id from booked`.execute(tx)
  return rows[0]?.id ?? null
}

export async function isBooked(tx: Tx, clinicId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('journal')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}
