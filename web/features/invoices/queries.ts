import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PlanFacts } from '#domain/subscriptions/plan-standing.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey, ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'

/** An invoice to a patient. Amounts in cents of `currency`, instants as ISO strings. */
export interface ClinicInvoice {
  id: string
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  currency: string
  total_cents: number
  issued_at: string
  next_attempt_at: string | null
  attempt_count: number
  /** Time of the mail about the last failed attempt. */
  failure_mailed_at: string | null
  receipts: { id: string; number: number }[]
  patient: { full_name: string } | null
  payments: {
    id: string
    status: string
    amount_cents: number
    refunded_cents: number
    disputes: { status: string }[]
  }[]
}

const invoiceColumns =
  'id,number,status,currency,total_cents,issued_at,next_attempt_at,attempt_count,failure_mailed_at,receipts(id,number),patient:patients(full_name),payments(id,status,amount_cents,refunded_cents,disputes(status))'
/** The same rows; the embedded table only filters. */
const refundedColumns = `${invoiceColumns},refunded:payments!inner(id)` as typeof invoiceColumns
const invoicesPerPage = 20

export interface InvoiceChoice {
  /** only those to one patient */
  patientId?: string | undefined
  /** only those with a refund */
  isRefunded?: boolean | undefined
  /** only these */
  ids?: readonly string[] | undefined
}

/** Invoices to patients, newest first, by page. Admins only. */
export function invoicesQuery(slug: string, { patientId, isRefunded, ids }: InvoiceChoice = {}) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'invoices', patientId ?? null, isRefunded ?? false, ids ?? null),
    initialPageParam: null as Pick<ClinicInvoice, 'id' | 'issued_at'> | null,
    queryFn: async ({ pageParam: last, signal }): Promise<ClinicInvoice[]> => {
      let query = rest
        .from('invoices')
        .select(isRefunded ? refundedColumns : invoiceColumns)
        .neq('status', 'draft')
      if (patientId) query = query.eq('patient_id', patientId)
      if (isRefunded) query = query.gt('refunded.refunded_cents', 0)
      if (ids) query = query.in('id', ids)
      // by key, not offset: a new invoice must not repeat a row on the next page
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
      return data
    },
    getNextPageParam: (page) => (page.length === invoicesPerPage ? (page.at(-1) ?? null) : null),
  })
}

/** Ids of at most 50 invoices that match a text, newest first. By POST: names do not belong into an address. */
export function foundPaymentsQuery(slug: string, text: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'find-payments', text),
    staleTime: 30_000,
    queryFn: () => callFunction('find-payments', { text }),
  })
}

/** A renewal whose charge failed. Amounts in cents of `currency`, instants as ISO strings. */
export interface FailedPayment {
  id: string
  currency: string
  amount_due_cents: number
  issued_at: string
  next_attempt_at: string | null
  failure_mailed_at: string | null
  patient_id: string
  patient: { full_name: string } | null
  subscription: PlanFacts & { plan: { name: string } | null }
  payments: { status: string; failure_code: string | null; charged_at: string }[]
}

/**
 * Failed renewals of running plans, oldest first, by page. Admins only. Excludes invoices created in the clinic's
 * Stripe dashboard, and plans that have ended.
 */
export function failedPaymentsQuery(slug: string) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'failed-payments'),
    initialPageParam: null as Pick<FailedPayment, 'id' | 'issued_at'> | null,
    queryFn: async ({ pageParam: last, signal }): Promise<FailedPayment[]> => {
      let query = rest
        .from('invoices')
        .select(
          'id,currency,amount_due_cents,issued_at,next_attempt_at,failure_mailed_at,patient_id,patient:patients(full_name),subscription:subscriptions!inner(status,current_period_start,current_period_end,cancel_at_period_end,plan:plan_versions(name)),payments(status,failure_code,charged_at)',
        )
        .eq('status', 'open')
        .gt('attempt_count', 0)
        .in('subscription.status', runningStatuses)
      if (last) {
        query = query.or(
          `issued_at.gt."${last.issued_at}",and(issued_at.eq."${last.issued_at}",id.gt."${last.id}")`,
        )
      }
      const { data, error } = await query
        .order('issued_at')
        .order('id')
        .limit(invoicesPerPage)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
    getNextPageParam: (page) => (page.length === invoicesPerPage ? (page.at(-1) ?? null) : null),
  })
}

/** A payment without a known patient. Instants as ISO strings. */
export interface UnassignedCharge {
  id: string
  amount_cents: number
  currency: string
  charged_at: string
  payer_name: string | null
  payer_email: string | null
  card_last4: string | null
}

/** Oldest first. Admins only. */
export function unassignedChargesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'unassigned-charges'),
    queryFn: async ({ signal }): Promise<UnassignedCharge[]> => {
      const { data, error } = await rest
        .from('unassigned_charges')
        .select('id,amount_cents,currency,charged_at,payer_name,payer_email,card_last4')
        .is('settled_at', null)
        .order('charged_at')
        .order('id')
        .limit(50)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

/** A disputed payment. Instants as ISO strings. */
export interface Dispute {
  id: string
  /** Stripe's; see `disputeState` */
  status: string
  reason: string
  amount_cents: number
  currency: string
  opened_at: string
  due_by: string | null
  evidence: string | null
  patient_id: string
  patient: { full_name: string } | null
  files: { file_id: string; name: string; size_bytes: number; evidence_of: string | null }[]
}

/** Newest first. Admins only. */
export function disputesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'disputes'),
    queryFn: async ({ signal }): Promise<Dispute[]> => {
      const { data, error } = await rest
        .from('disputes')
        .select(
          'id,status,reason,amount_cents,currency,opened_at,due_by,evidence,patient_id,patient:patients(full_name),files:patient_files(file_id,name,size_bytes,evidence_of)',
        )
        .order('opened_at', { ascending: false })
        .order('id')
        .limit(50)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

/** True for a payment without an invoice, which has a receipt but no PDF. */
export function isOneOffPayment({ id }: { id: string }): boolean {
  return !id.startsWith('in_')
}

export interface OwnInvoice {
  id: string
  number: string | null
  status: string
  issued_at: string
  total_cents: number
  currency: string
  payments: { refunded_cents: number }[]
  receipts: { id: string; number: number }[]
}

/** Years with payments of a patient, newest first, in the clinic's time zone. */
export function paidYearsQuery(
  clinic: Pick<Clinic, 'id' | 'subdomain' | 'time_zone'>,
  patientId: string | null,
) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'paid-years', patientId),
    queryFn: async ({ signal }): Promise<number[]> => {
      let read = rest.from('receipts').select('paid_at').eq('clinic_id', clinic.id)
      if (patientId) read = read.eq('patient_id', patientId)
      const { data, error } = await read
        .order('paid_at', { ascending: false })
        .limit(1_000)
        .abortSignal(signal)
      if (error) throw error
      return [
        ...new Set(
          data.map(({ paid_at }) => Number(dateIn(new Date(paid_at), clinic.time_zone).slice(0, 4))),
        ),
      ]
    },
  })
}

const ownInvoicesPerPage = 24

/** Newest first, by keyset. Without drafts, which can still change. */
export function ownInvoicesQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return infiniteQueryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'invoices'),
    initialPageParam: null as OwnInvoice | null,
    queryFn: async ({ signal, pageParam: last }): Promise<OwnInvoice[]> => {
      let read = rest
        .from('invoices')
        .select(
          'id, number, status, issued_at, total_cents, currency, payments(refunded_cents), receipts(id, number)',
        )
        .eq('clinic_id', clinic.id)
        .neq('status', 'draft')
      if (last) {
        read = read.or(`issued_at.lt.${last.issued_at},and(issued_at.eq.${last.issued_at},id.lt.${last.id})`)
      }
      const { data, error } = await read
        .order('issued_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(ownInvoicesPerPage)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
    getNextPageParam: (page) => (page.length < ownInvoicesPerPage ? null : page.at(-1)),
  })
}
