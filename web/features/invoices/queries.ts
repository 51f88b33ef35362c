import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RefundReason, WriteOffReason } from '#domain/invoices/inputs.ts'
import type { PlanFacts } from '#domain/subscriptions/plan-standing.ts'
import { isRunning, runningStatuses } from '#domain/subscriptions/subscriptions.ts'
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
  /** of the payer, that reduced the amount due */
  credit_cents: number
  amount_due_cents: number
  issued_at: string
  next_attempt_at: string | null
  /** null for an invoice that a card pays */
  due_at: string | null
  attempt_count: number
  /** Time of the mail about the last failed attempt. */
  failure_mailed_at: string | null
  write_off_reason: WriteOffReason | null
  /** null for a single sale */
  subscription: { status: string } | null
  /** About when a bank debit that is processing arrives. */
  settles_about: string | null
  receipts: { id: string; label: string }[]
  patient: { full_name: string } | null
  payments: {
    id: string
    status: string
    amount_cents: number
    refunded_cents: number
    method: string
    reference: string | null
    charged_at: string
    disputes: { status: string }[]
    refunds: { reason: RefundReason | null }[]
  }[]
}

const invoiceColumns =
  'id,number,status,currency,total_cents,credit_cents,amount_due_cents,issued_at,next_attempt_at,due_at,attempt_count,failure_mailed_at,settles_about,write_off_reason,subscription:subscriptions(status),receipts(id,label),patient:patients(full_name),payments(id,status,amount_cents,refunded_cents,method,reference,charged_at,disputes(status),refunds(reason))'
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
 * Failed card payments of running plans, oldest first, by page. Admins only. Excludes invoices created in the clinic's
 * Stripe dashboard, and plans that have ended.
 * @param patientId only of this patient
 */
export function failedPaymentsQuery(slug: string, patientId: string | null = null) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'failed-payments', patientId),
    initialPageParam: null as Pick<FailedPayment, 'id' | 'issued_at'> | null,
    queryFn: async ({ pageParam: last, signal }): Promise<FailedPayment[]> => {
      let query = rest
        .from('invoices')
        .select(
          'id,currency,amount_due_cents,issued_at,next_attempt_at,failure_mailed_at,patient_id,patient:patients(full_name),subscription:subscriptions!inner(status,current_period_start,current_period_end,cancel_at_period_end,plan:plan_versions(name)),payments(status,failure_code,charged_at)',
        )
        .eq('status', 'open')
        .gt('attempt_count', 0)
        .is('due_at', null)
        .is('settles_about', null)
        .in('subscription.status', runningStatuses)
      if (patientId) query = query.eq('patient_id', patientId)
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
  /** Like the files, only for a reader who may answer. */
  evidence?: string | null
  patient_id: string
  patient: { full_name: string } | null
  files?: { file_id: string; name: string; size_bytes: number; evidence_of: string | null }[]
}

const disputeColumns =
  'id,status,reason,amount_cents,currency,opened_at,due_by,patient_id,patient:patients(full_name)'
const withEvidence =
  `${disputeColumns},evidence,files:patient_files(file_id,name,size_bytes,evidence_of)` as typeof disputeColumns

/** Newest first. The Billing role reads no evidence, which is about the patient. */
export function disputesQuery(slug: string, mayAnswer: boolean) {
  return queryOptions({
    queryKey: clinicKey(slug, 'disputes', mayAnswer),
    queryFn: async ({ signal }): Promise<Dispute[]> => {
      const { data, error } = await rest
        .from('disputes')
        .select(mayAnswer ? withEvidence : disputeColumns)
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
  credit_cents: number
  currency: string
  /** About when a bank debit that is processing arrives. */
  settles_about: string | null
  payments: { id: string; refunded_cents: number }[]
  receipts: { id: string; label: string }[]
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

export interface OwnDueInvoice {
  id: string
  number: string | null
  amount_due_cents: number
  currency: string
  issued_at: string
  due_at: string | null
  subscriptionId: string | null
}

/** Open invoices that are paid by link, and those of ended plans. Oldest first. */
export function ownDueInvoicesQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'due-invoices'),
    queryFn: async ({ signal }): Promise<OwnDueInvoice[]> => {
      const { data, error } = await rest
        .from('invoices')
        .select('id,number,amount_due_cents,currency,issued_at,due_at,subscription:subscriptions(id,status)')
        .eq('clinic_id', clinic.id)
        .eq('status', 'open')
        .gt('amount_due_cents', 0)
        .is('settles_about', null)
        .order('issued_at')
        .limit(20)
        .abortSignal(signal)
      if (error) throw error
      return data
        .filter(({ subscription, due_at }) => !subscription || due_at || !isRunning(subscription.status))
        .map(({ subscription, ...invoice }) => ({ ...invoice, subscriptionId: subscription?.id ?? null }))
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
          'id, number, status, issued_at, total_cents, credit_cents, currency, settles_about, payments(id, refunded_cents), receipts(id, label)',
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
