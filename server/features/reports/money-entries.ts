import { type RawBuilder, sql } from 'kysely'
import type { RefundReason, WriteOffReason } from '#domain/invoices/inputs.ts'
import type { MoneyEntry } from '#domain/reports/entries.ts'
import { dateIn } from '#domain/values/zones.ts'
import { paidText } from '#server/emails/notices.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The clinic's own entries between two instants; `until` is exclusive. */
export interface EntryRange {
  clinicId: string
  from: Date
  until: Date
}

/**
 * One row per entry of the clinic's ledger, and one per write-off, which has no postings: its sums by kind of account (`EntrySums` in domain/reports/entries.ts), and
 * the payment that it is about. An entry between Carefold and the clinic has no account of the clinic; a movement within
 * the Stripe balance only counts with its fee.
 */
export function entryRows({ clinicId, from, until }: EntryRange): RawBuilder<unknown> {
  const prefix = `clinic:${clinicId}:`
  const clinic = sql`${clinicId}::uuid`
  return sql`
    select e.*, coalesce(c.id, r.payment_id, d.payment_id, m.payment_id) as payment_id, m.source_id as movement_of,
           m.payout_id as movement_payout, r.reason as refund_reason
      from (select j.id, case when j.kind = 'balance_movement' then 'stripe_fee' else j.kind end as kind, j.occurred_at,
                   j.currency, substr(j.key, strpos(j.key, ':') + 1) as reference, p.*, 0::bigint as written_off_cents
              from public.journal j
              cross join lateral (
                select (0 - coalesce(sum(p.amount_cents) filter (where p.account ~ ':(revenue|disputes)(:|$)'), 0))::bigint as net_cents,
                       (0 - coalesce(sum(p.amount_cents) filter (where p.account = ${`${prefix}tax`}), 0))::bigint as tax_cents,
                       (0 - coalesce(sum(p.amount_cents) filter (where p.account = ${`${prefix}fees`}), 0))::bigint as fee_cents,
                       coalesce(sum(p.amount_cents) filter (where p.account in (${`${prefix}bank`}, ${`${prefix}other`})), 0)::bigint as bank_cents,
                       jsonb_agg(jsonb_build_object('account', substr(p.account, ${prefix.length + 1}::integer), 'cents', p.amount_cents)
                                 order by p.account) as postings
                  from public.postings p
                 where p.clinic_id = ${clinic} and p.journal_id = j.id and starts_with(p.account, ${prefix})) p
             where j.clinic_id = ${clinic} and j.occurred_at >= ${from} and j.occurred_at < ${until}
               and (p.net_cents <> 0 or p.tax_cents <> 0 or p.fee_cents <> 0 or p.bank_cents <> 0)
            union all
            select null, 'write_off', i.written_off_at, i.currency, i.id, 0, 0, 0, 0, '[]'::jsonb, i.written_off_cents
              from public.invoices i
             where i.clinic_id = ${clinic} and i.written_off_at >= ${from} and i.written_off_at < ${until}) e
      left join public.payments c on c.clinic_id = ${clinic} and c.id = e.reference
      left join public.refunds r on r.clinic_id = ${clinic} and r.id = e.reference
      left join public.disputes d on d.clinic_id = ${clinic} and d.id = e.reference
      left join public.balance_movements m on m.clinic_id = ${clinic} and m.id = e.reference`
}

interface EntryRow {
  kind: string
  occurred_at: Date
  currency: string
  reference: string
  net_cents: number
  tax_cents: number
  fee_cents: number
  bank_cents: number
  written_off_cents: number
  postings: MoneyEntry['postings']
  patient_id: string | null
  patient_name: string | null
  plan_name: string | null
  receipt: string | null
  invoice_number: string | null
  method: string | null
  payment_reference: string | null
  card_brand: string | null
  card_last4: string | null
  write_off_reason: WriteOffReason | null
  refund_reason: RefundReason | null
  tax_name: string | null
  tax_rate_ppm: number | null
  payout_id: string | null
  arrives_on: string | null
}

/** All entries with their names, oldest first, and the patients in them. In the caller's role. */
export async function readEntries(
  tx: Tx,
  range: EntryRange,
  timeZone: string,
): Promise<{ entries: MoneyEntry[]; patientIds: string[] }> {
  const clinic = sql`${range.clinicId}::uuid`
  const { rows } = await sql<EntryRow>`
    select e.*, coalesce(b.patient_id, i.patient_id) as patient_id, w.full_name as patient_name, v.name as plan_name, t.label as receipt,
           i.number as invoice_number, b.method, b.reference as payment_reference, b.card_brand, b.card_last4,
           case when e.kind = 'write_off' then i.write_off_reason end as write_off_reason, t.tax_name, t.tax_rate_ppm, o.id as payout_id, o.arrives_on::text as arrives_on
      from (${entryRows(range)}) e
      left join public.payments b on b.clinic_id = ${clinic} and b.id = e.payment_id
      left join public.invoices i on i.clinic_id = ${clinic}
            and i.id = case when e.kind = 'write_off' then e.reference else b.invoice_id end
      left join public.patients w on w.clinic_id = ${clinic} and w.id = coalesce(b.patient_id, i.patient_id)
      left join public.subscriptions s on s.clinic_id = ${clinic} and s.id = i.subscription_id
      left join public.plan_versions v on v.clinic_id = ${clinic} and v.id = s.version_id
      left join public.receipts t on t.clinic_id = ${clinic} and t.payment_id = b.id
      left join lateral (
        select m.payout_id from public.balance_movements m
         where m.clinic_id = ${clinic} and m.payment_id = e.payment_id and m.source_id = e.reference
         order by m.occurred_at limit 1) k on true
      left join public.payouts o on o.clinic_id = ${clinic} and o.id =
           case when e.kind in ('payout', 'payout_returned') then e.movement_of
                else coalesce(e.movement_payout, k.payout_id) end
     order by e.occurred_at, e.id`.execute(tx)
  return {
    entries: rows.map((row) => ({
      kind: row.kind,
      on: dateIn(row.occurred_at, timeZone),
      currency: row.currency,
      reference: row.reference,
      patientName: row.patient_name,
      planName: row.plan_name,
      receipt: row.receipt,
      invoiceNumber: row.invoice_number,
      method: methodOf(row),
      writeOffReason: row.write_off_reason,
      refundReason: row.refund_reason,
      taxName: row.tax_name,
      taxRatePpm: row.tax_rate_ppm,
      payout: row.payout_id && `${row.arrives_on} ${row.payout_id}`,
      amountCents: row.net_cents + row.tax_cents,
      taxCents: row.tax_cents,
      netCents: row.net_cents,
      feeCents: row.fee_cents,
      bankCents: row.bank_cents,
      writtenOffCents: row.written_off_cents,
      postings: row.postings,
    })),
    patientIds: [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))],
  }
}

/** Of money that a patient paid or got back; a fee of Stripe has none. */
function methodOf({
  method,
  payment_reference: reference,
  card_brand: brand,
  card_last4: last4,
  ...row
}: EntryRow) {
  if (method === null || row.net_cents + row.tax_cents === 0) return null
  return paidText({ method, reference, brand, last4 })
}
