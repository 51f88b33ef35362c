import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { MoneyOverview } from '#domain/statements.ts'
import { callFunction, rest } from '../../lib/api.ts'
import { clinicKey } from '../../lib/query-client.ts'

/** Where a clinic's payout account stands (docs/payments.md 4, docs/domain-rules.md rule 22). */
export type PayoutState =
  | 'created'
  | 'details_submitted'
  | 'charges_enabled'
  | 'payouts_enabled'
  | 'restricted'
  | 'disconnected'

/** The clinic's row of `payout_accounts`. `requirements_*` are Stripe's names of what it wants. */
export interface PayoutAccount {
  state: PayoutState
  charges_enabled: boolean
  requirements_due: string[]
  requirements_past_due: string[]
}

/** The payout account, or null before the first attempt to connect one. Admins only. */
export function payoutAccountQuery() {
  return queryOptions({
    queryKey: clinicKey('payout-account'),
    queryFn: async ({ signal }): Promise<PayoutAccount | null> => {
      const { data, error } = await rest
        .from('payout_accounts')
        .select('state,charges_enabled,requirements_due,requirements_past_due')
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data as PayoutAccount | null
    },
  })
}

/** Revenue and commission of the clinic's months. Admins only. */
export function moneyOverviewQuery() {
  return queryOptions({
    queryKey: clinicKey('money-overview'),
    queryFn: () => callFunction<MoneyOverview>('money-overview'),
  })
}

/** An invoice to a patient. Amounts in cents of `currency`, instants as ISO strings. */
export interface ClinicInvoice {
  id: string
  number: string | null
  status: 'open' | 'paid' | 'void' | 'uncollectible'
  currency: string
  total_cents: number
  issued_at: string
  next_attempt_at: string | null
  attempt_count: number
  patient: { full_name: string } | null
}

const invoicesPerPage = 20

/** Invoices to patients, newest first, a page at a time. Admins only. */
export function invoicesQuery() {
  return infiniteQueryOptions({
    queryKey: clinicKey('invoices'),
    initialPageParam: null as Pick<ClinicInvoice, 'id' | 'issued_at'> | null,
    queryFn: async ({ pageParam: last, signal }): Promise<ClinicInvoice[]> => {
      let query = rest
        .from('invoices')
        .select(
          'id,number,status,currency,total_cents,issued_at,next_attempt_at,attempt_count,patient:patients(full_name)',
        )
        .neq('status', 'draft')
      // by key, not by count: a new invoice does not push an old one onto two pages
      if (last) {
        query = query.or(
          `issued_at.lt."${last.issued_at}",and(issued_at.eq."${last.issued_at}",id.lt."${last.id}")`,
        )
      }
      const { data, error } = await query
        .order('issued_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(invoicesPerPage)
        .abortSignal(signal)
      if (error) throw error
      return data as unknown as ClinicInvoice[]
    },
    getNextPageParam: (page) => (page.length === invoicesPerPage ? (page.at(-1) ?? null) : null),
  })
}
