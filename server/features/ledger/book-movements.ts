import { sql } from 'kysely'
import type { MovementKind } from '#domain/payouts/payouts.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { MovementFacts } from '#server/platform/stripe/balance.ts'
import { accounts, type Fact } from './ledger.ts'

interface Booking {
  clinicId: string
  movements: readonly MovementFacts[]
  source: string
  now: Date
}

const journalKinds: Partial<Record<MovementKind, Fact['kind']>> = {
  fee: 'stripe_fee',
  payout: 'payout',
  payout_returned: 'payout_returned',
}

/**
 * Stores and books changes of a clinic's Stripe balance, with Stripe's fees. Idempotent, in any order with the payments,
 * refunds and disputes that caused them: those are booked against the clearing account, which their movements settle, so
 * revenue and the commission's base do not change. Role `system`; sent as one statement.
 */
export async function bookMovements(tx: Tx, { clinicId, movements, source, now }: Booking): Promise<void> {
  if (movements.length === 0) return
  const byId = new Map(movements.map((movement) => [movement.id, movement]))
  const given = [...byId.values()].map((movement) => ({
    id: movement.id,
    kind: movement.kind,
    journal_kind: journalKinds[movement.kind] ?? 'balance_movement',
    against: counterpart(clinicId, movement.kind),
    gross_cents: movement.grossCents,
    fee_cents: movement.feeCents,
    net_cents: movement.netCents,
    currency: movement.currency,
    occurred_at: movement.occurredAt,
    available_at: movement.availableAt,
    source_id: movement.source,
    charge_id: movement.charge,
  }))
  await sql`
    with given as (
      select g.*, p.id as payment_id
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
               id text, kind text, journal_kind text, against text, gross_cents bigint, fee_cents bigint, net_cents bigint,
               currency text, occurred_at timestamptz, available_at timestamptz, source_id text, charge_id text)
        left join public.payments p on p.clinic_id = ${clinicId}::uuid and p.id = g.charge_id),
    stored as (
      insert into public.balance_movements as m (id, clinic_id, kind, gross_cents, fee_cents, net_cents, currency,
                                                 occurred_at, available_at, source_id, payment_id)
      select g.id, ${clinicId}::uuid, g.kind, g.gross_cents, g.fee_cents, g.net_cents, g.currency,
             g.occurred_at, g.available_at, g.source_id, g.payment_id
        from given g
       order by g.id
      on conflict (clinic_id, id) do update set payment_id = excluded.payment_id
       where m.payment_id is null and excluded.payment_id is not null),
    booked as (
      insert into public.journal (clinic_id, key, kind, occurred_at, currency, source, posted_at)
      select ${clinicId}::uuid, 'balance:' || g.id, g.journal_kind, g.occurred_at, g.currency, ${source}, ${now}
        from given g
       order by g.id
      on conflict (clinic_id, key) do nothing
      returning clinic_id, id, key)
    insert into public.postings (clinic_id, journal_id, account, amount_cents)
    select b.clinic_id, b.id, side.account, side.cents
      from booked b
      join given g on b.key = 'balance:' || g.id
      cross join lateral (values (${accounts.stripe(clinicId)}, g.net_cents),
                                 (${accounts.stripeFees(clinicId)}, g.fee_cents),
                                 (g.against, -g.gross_cents)) as side (account, cents)
     where side.cents <> 0`.execute(tx)
}

/** A fee alone is the gross amount of its movement. */
function counterpart(clinicId: string, kind: MovementKind): string {
  if (kind === 'fee') return accounts.stripeFees(clinicId)
  if (kind === 'payout' || kind === 'payout_returned') return accounts.bank(clinicId)
  return kind === 'other' ? accounts.other(clinicId) : accounts.clearing(clinicId)
}
