import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PayoutLine } from '#domain/payouts/payout-lines.ts'
import type { PayoutStatus } from '#domain/payouts/payouts.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

/** Amounts in cents of `currency`; `arrives_on` is YYYY-MM-DD. */
export interface Payout {
  id: string
  status: PayoutStatus
  amount_cents: number
  currency: string
  is_automatic: boolean
  sent_at: string
  arrives_on: string
  statement_text: string | null
  /** Whether Stripe has listed the movements in it. */
  is_itemized: boolean
  payments_count: number
}

const payoutColumns =
  'id,status,amount_cents,currency,is_automatic,sent_at,arrives_on,statement_text,is_itemized,payments_count'
const payoutsPerPage = 20

/** Newest first, by page. Admins and the permission set money. */
export function payoutsQuery(slug: string) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'payouts'),
    initialPageParam: null as Pick<Payout, 'id' | 'sent_at'> | null,
    queryFn: async ({ pageParam: last, signal }): Promise<Payout[]> => {
      let query = rest.from('payouts').select(payoutColumns)
      if (last)
        query = query.or(`sent_at.lt."${last.sent_at}",and(sent_at.eq."${last.sent_at}",id.lt."${last.id}")`)
      const { data, error } = await query
        .order('sent_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(payoutsPerPage)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
    getNextPageParam: (page) => (page.length === payoutsPerPage ? (page.at(-1) ?? null) : null),
  })
}

/** A line with the patient's name; null if the payment belongs to no known patient. */
export type NamedPayoutLine = PayoutLine & { id: string; patientName: string | null }

export interface PayoutWithLines {
  payout: Payout
  /** Oldest first. */
  lines: NamedPayoutLine[]
}

/** Null without such a payout. */
export function payoutQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'payout', id),
    queryFn: async ({ signal }): Promise<PayoutWithLines | null> => {
      const [found, movements] = await Promise.all([
        rest.from('payouts').select(payoutColumns).eq('id', id).abortSignal(signal).maybeSingle(),
        readAll((from, to) =>
          rest
            .from('balance_movements')
            .select(
              'id,kind,gross_cents,fee_cents,net_cents,occurred_at,source_id,payment:payments(invoice:invoices(number),patient:patients(full_name))',
            )
            .eq('payout_id', id)
            .order('occurred_at')
            .order('id')
            .range(from, to)
            .abortSignal(signal),
        ),
      ])
      if (found.error) throw found.error
      if (!found.data) return null
      const lines = movements.map(
        (row): NamedPayoutLine => ({
          id: row.id,
          kind: row.kind,
          occurredAt: row.occurred_at,
          grossCents: row.gross_cents,
          feeCents: row.fee_cents,
          netCents: row.net_cents,
          reference: row.source_id,
          invoiceNumber: row.payment?.invoice?.number ?? null,
          patientName: row.payment?.patient?.full_name ?? null,
        }),
      )
      return { payout: found.data, lines }
    },
  })
}
