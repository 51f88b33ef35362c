import { queryOptions } from '@tanstack/react-query'
import { shareDiscount } from '#domain/coupons/coupons.ts'
import { nextDiscount } from '#domain/coupons/next-discount.ts'
import { type ClinicTax, taxOfRow, taxOnTop } from '#domain/payouts/clinic-tax.ts'
import { type LeavingRule, leavingRule } from '#domain/plans/place-law.ts'
import { type ChosenPlace, placesSince } from '#domain/plans/places.ts'
import type { LeavingRefund, PlanInterval, PlanKind } from '#domain/plans/plans.ts'
import { isOverdueStatus, type SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import { readClinicPlaces } from '#web/lib/clinic/clinic-places.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey, ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'

/**
 * A patient's own subscription at the clinic, as read from the data API. Instants are ISO strings.
 *
 * Only for patients of the clinic: its team would get everybody's rows.
 */
export interface OwnSubscription {
  id: string
  status: SubscriptionStatus
  started_at: string
  current_period_start: string
  current_period_end: string
  cancel_at_period_end: boolean
  /** A date that the clinic chose at Stripe. */
  cancel_at: string | null
  ended_at: string | null
  plan: {
    id: string
    kind: PlanKind
    name: string
    includes: string[]
    /** it is sold to more than one person */
    coversHousehold: boolean
    /** 0: it cannot be paused */
    maxPauseMonths: number
    /** by which rule somebody gets money back who leaves before the period ends; null: nothing */
    leaving: LeavingRule | null
  }
  /** what everybody together pays for a period, with the tax on top of the prices */
  price: { id: string; interval: PlanInterval; amount_cents: number; currency: string }
  tax: ClinicTax | null
  /** what the next period costs, less the discount of a coupon */
  nextChargeCents: number
  /** who is covered now; without a name: the payer */
  covered: { id: string; name: string | null; isChild: boolean }[]
  /** what was asked for and Stripe has not confirmed */
  pending: 'cancel' | 'leave' | 'keep' | 'change' | null
  /** what happens by itself, and when */
  scheduled: { kind: string; effective_at: string } | null
  /** unpaid invoices */
  open_invoices: { id: string; amount_due_cents: number; currency: string; next_attempt_at: string | null }[]
  /** invoices that are charged within the hour */
  draft_invoices: { amount_due_cents: number; currency: string }[]
}

/** A saved card; the default one is charged. */
export interface OwnCard {
  id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  is_default: boolean
}

export const confirmingPollMs = 1_500
/** While a payment is open that failed: it may be paid on another page. */
const owedPollMs = 5_000

/** What a plan's page needs of a subscription, without the people whom it covers. */
const columns =
  `id, status, started_at, current_period_start, current_period_end, cancel_at_period_end, cancel_at, ended_at, pending_cancel,
   tax_name, tax_rate_ppm, tax_is_inclusive,
   plan:plans(id, kind), version:plan_versions(name, includes, max_pause_months, leaving_refund, prices:plan_prices(role)), price:plan_prices(id, interval, amount_cents, currency),
   items:subscription_items(quantity, unit_cents), coupon:coupons(percent, amount_cents, duration, months),
   changes:subscription_changes(kind, state, effective_at),
   open_invoices:invoices(id, amount_due_cents, currency, next_attempt_at), draft_invoices:invoices(amount_due_cents, currency)` as const

export function ownSubscriptionsQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'plans'),
    queryFn: async ({ signal }): Promise<OwnSubscription[]> => {
      const reading = readClinicPlaces(clinic.id, signal)
      const { data, error } = await rest
        .from('subscriptions')
        .select(`${columns}, members:subscription_members(id, named, role)`)
        .eq('clinic_id', clinic.id)
        .eq('open_invoices.status', 'open')
        .is('members.until_on', null)
        .eq('draft_invoices.status', 'draft')
        .in('changes.state', ['scheduled', 'pending'])
        .order('created_at', { ascending: false })
        .abortSignal(signal)
      const places = await reading
      if (error) throw error
      return data.map(({ members, ...row }) =>
        asSubscription(
          row,
          places,
          // the payer first
          members
            .toSorted((a, b) => Number(a.named !== null) - Number(b.named !== null))
            .map(({ id, named, role }) => ({ id, name: named, isChild: role === 'child' })),
        ),
      )
    },
    refetchInterval: ({ state }) => untilPaidMs(state.data ?? []),
  })
}

/** How often to ask again while a payment is under way: what was paid on Stripe's page is known by its event, a little later. */
function untilPaidMs(subscriptions: readonly { status: string; pending: unknown }[]): number | false {
  // the first payment is still pending at the bank
  if (subscriptions.some(({ status }) => status === 'incomplete')) return confirmingPollMs
  return (
    subscriptions.some(({ status, pending }) => isOverdueStatus(status) || pending !== null) && owedPollMs
  )
}

/** A patient's subscription, for the clinic: everybody whom it covers is named. null: there is none. */
export function patientSubscriptionQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>, subscriptionId: string) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'patient-subscription', subscriptionId),
    // an amount is shown and then charged
    staleTime: 0,
    queryFn: async ({ signal }): Promise<OwnSubscription | null> => {
      const reading = readClinicPlaces(clinic.id, signal)
      const { data, error } = await rest
        .from('subscriptions')
        .select(
          `${columns}, members:subscription_members(id, role, patient:patients!subscription_members_patient_fkey(full_name))`,
        )
        .eq('clinic_id', clinic.id)
        .eq('id', subscriptionId)
        .eq('open_invoices.status', 'open')
        .is('members.until_on', null)
        .eq('draft_invoices.status', 'draft')
        .in('changes.state', ['scheduled', 'pending'])
        .abortSignal(signal)
        .maybeSingle()
      const places = await reading
      if (error) throw error
      if (!data) return null
      const { members, ...row } = data
      return asSubscription(
        row,
        places,
        members.map(({ id, patient, role }) => ({
          id,
          name: patient?.full_name ?? '',
          isChild: role === 'child',
        })),
      )
    },
  })
}

type SubscriptionRow = Pick<
  OwnSubscription,
  | 'id'
  | 'status'
  | 'started_at'
  | 'current_period_start'
  | 'current_period_end'
  | 'cancel_at_period_end'
  | 'cancel_at'
  | 'ended_at'
  | 'open_invoices'
  | 'draft_invoices'
  | 'price'
> &
  Parameters<typeof taxOfRow>[0] & {
    plan: Pick<OwnSubscription['plan'], 'id' | 'kind'>
    version: {
      name: string
      includes: string[]
      max_pause_months: number
      leaving_refund: string
      prices: { role: string }[]
    }
    items: { quantity: number; unit_cents: number }[]
    coupon: Parameters<typeof nextDiscount>[0]
    pending_cancel: boolean | null
    changes: { kind: string; state: string; effective_at: string }[]
  }

/** What the plan said when they joined, whatever it says to others now. */
function asSubscription(
  row: SubscriptionRow,
  places: readonly ChosenPlace[],
  covered: OwnSubscription['covered'],
): OwnSubscription {
  const { plan, version, price, items, coupon, changes, pending_cancel, ...rest } = row
  const { tax_name, tax_rate_ppm, tax_is_inclusive, ...own } = rest
  const { prices, max_pause_months, leaving_refund, ...words } = version
  const roles = prices.map(({ role }) => role)
  const tax = taxOfRow({ tax_name, tax_rate_ppm, tax_is_inclusive })
  const net = items.reduce((sum, { quantity, unit_cents }) => sum + quantity * unit_cents, 0)
  return {
    ...own,
    plan: {
      ...plan,
      ...words,
      coversHousehold: roles.includes('child') || roles.includes('household'),
      maxPauseMonths: max_pause_months,
      leaving: leavingRule(
        { interval: price.interval, leavingRefund: leaving_refund as LeavingRefund },
        placesSince(places, new Date(row.started_at)),
      ),
    },
    price: { ...price, amount_cents: perPeriod(items, tax) ?? price.amount_cents },
    tax,
    nextChargeCents: perPeriod(items, tax, nextDiscount(coupon, own, net)) ?? price.amount_cents,
    covered,
    pending: pendingOf(pending_cancel, changes),
    scheduled: changes.find(({ state }) => state === 'scheduled') ?? null,
  }
}

function pendingOf(
  pendingCancel: boolean | null,
  changes: readonly { kind: string; state: string }[],
): OwnSubscription['pending'] {
  if (pendingCancel !== null) return pendingCancel ? 'cancel' : 'keep'
  const change = changes.find(({ state }) => state === 'pending')
  if (!change) return null
  return change.kind === 'leave' ? 'leave' : 'change'
}

/** What the items of a subscription cost together, with the tax on top of them; null while none has been read. In cents. */
export function perPeriod(
  items: readonly { quantity: number; unit_cents: number }[],
  tax: ClinicTax | null,
  discountCents = 0,
): number | null {
  if (items.length === 0) return null
  const full = items.map(({ quantity, unit_cents }) => quantity * unit_cents)
  const lines = shareDiscount(full, discountCents)
  return lines.reduce((sum, cents) => sum + cents, taxOnTop(lines, tax))
}

/** The card that is charged comes first. */
export function ownCardsQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'cards'),
    queryFn: async ({ signal }): Promise<OwnCard[]> => {
      const { data, error } = await rest
        .from('patient_cards')
        .select('id, brand, last4, exp_month, exp_year, is_default')
        .eq('clinic_id', clinic.id)
        .order('is_default', { ascending: false })
        .order('added_at')
        .order('id')
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}
