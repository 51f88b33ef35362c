import { queryOptions } from '@tanstack/react-query'
import type { BillingAddressForm } from '#domain/clinic-tier/billing-address.ts'
import type { FeeAgreement } from '#domain/statements/commission.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export function clinicBillingQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'clinic-billing', 'whole'),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('clinic_billing')
        .select(
          'tier,subscription_status,current_period_start,current_period_end,cancel_at_period_end,card_brand,card_last4,card_exp_month,card_exp_year',
        )
        .abortSignal(signal)
        .single()
      if (error) throw error
      return data
    },
  })
}

/** Agreements with Carefold, oldest first, including future ones; none means the commission. Admins only. */
export function feeAgreementQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'clinic-billing', 'fee'),
    queryFn: async ({ signal }): Promise<FeeAgreement[]> => {
      const { data, error } = await rest
        .from('fee_agreements')
        .select('fromMonth:from_month,policy,feeCents:fee_cents')
        .eq('clinic_id', clinic.id)
        .order('from_month')
        .abortSignal(signal)
      if (error) throw error
      return data as FeeAgreement[]
    },
  })
}

/** The address on Carefold's invoices; version 0: none yet. Admins only. */
export function billingAddressQuery(clinic: Pick<Clinic, 'id' | 'subdomain' | 'name'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'billing-address'),
    queryFn: async ({ signal }): Promise<BillingAddressForm> => {
      const { data, error } = await rest
        .from('billing_addresses')
        .select('name,line1,line2,city,state,postal_code,country,version')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return {
        version: data?.version ?? 0,
        name: data?.name ?? clinic.name,
        line1: data?.line1 ?? '',
        line2: data?.line2 ?? '',
        city: data?.city ?? '',
        state: data?.state ?? '',
        postalCode: data?.postal_code ?? '',
        country: (data?.country as BillingAddressForm['country'] | undefined) ?? 'US',
      }
    },
  })
}

/** Carefold's invoices to the clinic, newest first. Admins only. */
export function clinicInvoicesQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'clinic-invoices'),
    queryFn: ({ signal }) => readInvoices(signal),
    // an open invoice may be paid at any moment, by a new card or by hand
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
