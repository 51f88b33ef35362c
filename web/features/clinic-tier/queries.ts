import { queryOptions } from '@tanstack/react-query'
import { rest } from '#web/lib/api.ts'
import { clinicKey } from '#web/lib/query-client.ts'

/** How the clinic pays Carefold: card, tier, address. Admins only. */
export function clinicBillingQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'clinic-billing', 'whole'),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('clinic_billing')
        .select(
          'tier,subscription_status,current_period_end,cancel_at_period_end,card_brand,card_last4,card_exp_month,card_exp_year',
        )
        .abortSignal(signal)
        .single()
      if (error) throw error
      return data
    },
  })
}

/** Carefold's invoices to the clinic, newest first. Admins only. */
export function clinicInvoicesQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'clinic-invoices'),
    queryFn: ({ signal }) => readInvoices(signal),
    // what is owed may be paid at any moment, by a new card or by hand
    refetchInterval: ({ state }) => (state.data?.some(isOwed) ? owedRefreshMs : false),
  })
}

const owedRefreshMs = 5_000

function isOwed({ status }: { status: string }): boolean {
  return status === 'open'
}

export type ClinicInvoice = Awaited<ReturnType<typeof readInvoices>>[number]

async function readInvoices(signal: AbortSignal) {
  const [invoices, statements] = await Promise.all([
    rest
      .from('clinic_invoices')
      .select(
        'id,kind,statement_id,number,status,currency,total_cents,amount_due_cents,refunded_cents,issued_at,due_at,past_due_at,next_attempt_at,failure_code',
      )
      .order('issued_at', { ascending: false })
      .order('id')
      .abortSignal(signal),
    rest.from('statements').select('id,month').abortSignal(signal),
  ])
  if (invoices.error) throw invoices.error
  if (statements.error) throw statements.error
  const months = new Map(statements.data.map(({ id, month }) => [id, month]))
  return invoices.data.map((invoice) => ({
    ...invoice,
    month: invoice.statement_id ? (months.get(invoice.statement_id) ?? null) : null,
  }))
}
