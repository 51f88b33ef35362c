import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PlanInterval, PlanKind } from '#domain/plans.ts'
import type { JoinStatus, SubscriptionStatus } from '#domain/subscriptions.ts'
import { callFunction, rest } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { clinicKey } from '../../lib/query-client.ts'

/**
 * A patient's own plan at the clinic of this page, as the data API gives it. Instants are ISO strings.
 *
 * Ask only for people who are patients there: the clinic's team is shown everybody's rows.
 */
export interface OwnSubscription {
  id: string
  status: SubscriptionStatus
  started_at: string
  current_period_start: string
  current_period_end: string
  cancel_at_period_end: boolean
  ended_at: string | null
  plan: { id: string; kind: PlanKind; name: string; includes: string[] }
  price: { id: string; interval: PlanInterval; amount_cents: number; currency: string }
  /** invoices that wait for payment */
  open_invoices: { id: string; amount_due_cents: number; currency: string; next_attempt_at: string | null }[]
}

export interface OwnInvoice {
  id: string
  number: string | null
  status: string
  issued_at: string
  total_cents: number
  currency: string
  payments: { refunded_cents: number }[]
}

/** The card that is charged. */
export interface OwnCard {
  card_brand: string
  card_last4: string
  card_exp_month: number
  card_exp_year: number
}

const confirmingPollMs = 1_500

export const ownSubscriptionKey = () => clinicKey('own-subscription')

export function ownSubscriptionsQuery(clinicId: string) {
  return queryOptions({
    queryKey: [...ownSubscriptionKey(), 'plans'],
    queryFn: async ({ signal }): Promise<OwnSubscription[]> => {
      const { data, error } = await rest
        .from('subscriptions')
        .select(
          `id, status, started_at, current_period_start, current_period_end, cancel_at_period_end, ended_at,
           plan:plans(id, kind, name, includes), price:plan_prices(id, interval, amount_cents, currency),
           open_invoices:invoices(id, amount_due_cents, currency, next_attempt_at)`,
        )
        .eq('clinic_id', clinicId)
        .eq('open_invoices.status', 'open')
        .order('created_at', { ascending: false })
        .abortSignal(signal)
      if (error) throw error
      return data as unknown as OwnSubscription[]
    },
    // a first payment that the bank still thinks about
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'incomplete') ? confirmingPollMs : false,
  })
}

/** Null until a card has been given. */
export function ownCardQuery(clinicId: string) {
  return queryOptions({
    queryKey: [...ownSubscriptionKey(), 'card'],
    queryFn: async ({ signal }): Promise<OwnCard | null> => {
      const { data, error } = await rest
        .from('patient_customers')
        .select('card_brand, card_last4, card_exp_month, card_exp_year')
        .eq('clinic_id', clinicId)
        .not('card_last4', 'is', null)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data as OwnCard | null
    },
  })
}

const invoicesPerPage = 24

/** Newest first, by keyset. Drafts are left out: they can still change. */
export function ownInvoicesQuery(clinicId: string) {
  return infiniteQueryOptions({
    queryKey: [...ownSubscriptionKey(), 'invoices'],
    initialPageParam: null as OwnInvoice | null,
    queryFn: async ({ signal, pageParam: last }): Promise<OwnInvoice[]> => {
      let read = rest
        .from('invoices')
        .select('id, number, status, issued_at, total_cents, currency, payments(refunded_cents)')
        .eq('clinic_id', clinicId)
        .neq('status', 'draft')
      if (last) {
        read = read.or(`issued_at.lt.${last.issued_at},and(issued_at.eq.${last.issued_at},id.lt.${last.id})`)
      }
      const { data, error } = await read
        .order('issued_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(invoicesPerPage)
        .abortSignal(signal)
      if (error) throw error
      return data as unknown as OwnInvoice[]
    },
    getNextPageParam: (page) => (page.length < invoicesPerPage ? null : page.at(-1)),
  })
}

/**
 * Whether the payment behind a Checkout page has become a plan. Asked again until it is known.
 *
 * @param sessionId from the address of `/join/confirming`; null asks nothing
 */
export function joinStatusQuery(sessionId: string | null) {
  return queryOptions({
    queryKey: [...ownSubscriptionKey(), 'join-status', sessionId],
    enabled: sessionId !== null,
    staleTime: 0,
    retry: (failures, error) => failures < 1 && !isUnknownJoin(error),
    queryFn: () => callFunction<JoinStatus>('join-status', { sessionId }),
    refetchInterval: ({ state }) => (state.data?.state === 'confirming' ? confirmingPollMs : false),
  })
}

/** The server knows no such payment of this person's: another one's, a mistyped address, or none at all. */
export function isUnknownJoin(error: Error | null): boolean {
  return error instanceof ApiError && ['not_found', 'not_allowed', 'invalid_input'].includes(error.code)
}
