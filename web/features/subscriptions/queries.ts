import { queryOptions } from '@tanstack/react-query'
import { shareDiscount } from '#domain/coupons/coupons.ts'
import { nextDiscount } from '#domain/coupons/next-discount.ts'
import { nextCharges } from '#domain/credits/next-charges.ts'
import { type ClinicTax, taxOfRow, taxOnTop } from '#domain/payouts/clinic-tax.ts'
import { type LeavingRule, leavingRule } from '#domain/plans/place-law.ts'
import { type ChosenPlace, placesSince } from '#domain/plans/places.ts'
import type { LeavingRefund, PlanInterval, PlanKind } from '#domain/plans/plans.ts'
import { isOverdueStatus, isRunning, type SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import { readClinicPlaces } from '#web/lib/clinic/clinic-places.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey, ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'

/**
 * A patient's own subscription, as read from the data API. Instants are ISO strings. For patients only: the clinic's
 * team would get all rows.
 */
export interface OwnSubscription {
  id: string
  status: SubscriptionStatus
  started_at: string
  current_period_start: string
  current_period_end: string
  cancel_at_period_end: boolean
  /** Set by the clinic in Stripe. */
  cancel_at: string | null
  ended_at: string | null
  /** Its invoices are paid by link, within these days; null: a card is charged. */
  days_until_due: number | null
  plan: {
    id: string
    kind: PlanKind
    name: string
    includes: string[]
    coversHousehold: boolean
    /** 0: cannot be paused */
    maxPauseMonths: number
    /** the refund rule when leaving before the period ends; null: no refund */
    leaving: LeavingRule | null
  }
  /** price of a period for the household, including tax */
  price: { id: string; interval: PlanInterval; amount_cents: number; currency: string }
  tax: ClinicTax | null
  /** price of the next period, after a coupon's discount and the payer's credit */
  nextChargeCents: number
  /** covered people; the payer has no name */
  covered: { id: string; name: string | null; isChild: boolean }[]
  /** requested, but not confirmed by Stripe */
  pending: 'cancel' | 'leave' | 'keep' | 'change' | null
  scheduled: { kind: string; effective_at: string } | null
  open_invoices: {
    id: string
    amount_due_cents: number
    currency: string
    next_attempt_at: string | null
    /** about when a bank debit that is processing arrives */
    settles_about: string | null
    /** of an invoice that is paid by link */
    due_at: string | null
  }[]
  /** invoices that are charged within the hour */
  draft_invoices: { amount_due_cents: number; currency: string }[]
}

export interface OwnCard {
  id: string
  brand: string
  last4: string
  /** null for a bank account */
  exp_month: number | null
  exp_year: number | null
  is_default: boolean
}

export const confirmingPollMs = 1_500
const owedPollMs = 5_000

/** Columns of a subscription without its household. */
const columns =
  `id, status, started_at, current_period_start, current_period_end, cancel_at_period_end, cancel_at, ended_at, days_until_due, pending_cancel,
   tax_name, tax_rate_ppm, tax_is_inclusive,
   plan:plans(id, kind), version:plan_versions(name, includes, max_pause_months, leaving_refund, prices:plan_prices(role)), price:plan_prices(id, interval, amount_cents, currency),
   items:subscription_items(quantity, unit_cents), coupon:coupons(percent, amount_cents, duration, months),
   changes:subscription_changes(kind, state, effective_at),
   open_invoices:invoices(id, amount_due_cents, currency, next_attempt_at, settles_about, due_at), draft_invoices:invoices(amount_due_cents, currency)` as const

export function ownSubscriptionsQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'plans'),
    queryFn: async ({ signal }): Promise<OwnSubscription[]> => {
      const reading = Promise.all([
        readClinicPlaces(clinic.id, signal),
        rest.from('patient_customers').select('credit_cents').eq('clinic_id', clinic.id).abortSignal(signal),
      ])
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
      const [places, customer] = await reading
      if (error ?? customer.error) throw error ?? customer.error
      const subscriptions = data.map(({ members, ...row }) =>
        asSubscription(
          row,
          places,
          members
            .toSorted((a, b) => Number(a.named !== null) - Number(b.named !== null))
            .map(({ id, named, role }) => ({ id, name: named, isChild: role === 'child' })),
        ),
      )
      return afterCredit(subscriptions, customer.data?.[0]?.credit_cents ?? 0)
    },
    refetchInterval: ({ state }) => untilPaidMs(state.data ?? []),
  })
}

/** The payer's credit reduces the plans that renew first. */
function afterCredit(subscriptions: readonly OwnSubscription[], creditCents: number): OwnSubscription[] {
  const renewing = subscriptions
    .filter((each) => isRunning(each.status) && each.status !== 'paused' && !each.cancel_at_period_end)
    .toSorted((a, b) => (a.current_period_end < b.current_period_end ? -1 : 1))
  const charges = nextCharges(
    renewing.map(({ nextChargeCents }) => nextChargeCents),
    creditCents,
  )
  return subscriptions.map((each) => {
    const place = renewing.indexOf(each)
    return place < 0 ? each : { ...each, nextChargeCents: charges[place] ?? each.nextChargeCents }
  })
}

/** Poll interval while a payment is in progress: Stripe's event arrives a little later. */
function untilPaidMs(subscriptions: readonly { status: string; pending: unknown }[]): number | false {
  // the bank has not confirmed the first payment
  if (subscriptions.some(({ status }) => status === 'incomplete')) return confirmingPollMs
  return (
    subscriptions.some(({ status, pending }) => isOverdueStatus(status) || pending !== null) && owedPollMs
  )
}

/** A patient's subscription with the names of its household, for the clinic; null without one. */
export function patientSubscriptionQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>, subscriptionId: string) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'patient-subscription', subscriptionId),
    // the shown amount is then charged
    staleTime: 0,
    queryFn: async ({ signal }): Promise<OwnSubscription | null> => {
      const reading = readClinicPlaces(clinic.id, signal)
      const { data, error } = await rest
        .from('subscriptions')
        .select(
          `${columns}, members:subscription_members(id, role, patient:patients!subscription_members_patient_fkey(full_name)),
           payer:patients!subscriptions_owner_fkey(customer:patient_customers(credit_cents), plans:subscriptions!subscriptions_owner_fkey(status, current_period_end))`,
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
      const { members, payer, ...row } = data
      const covered = members.map(({ id, patient, role }) => ({
        id,
        name: patient?.full_name ?? '',
        isChild: role === 'child',
      }))
      const subscription = asSubscription(row, places, covered)
      const isFirst = !payer?.plans.some(
        (other) => isRunning(other.status) && other.current_period_end < subscription.current_period_end,
      )
      const credit = isFirst ? payer?.customer?.credit_cents : 0
      return afterCredit([subscription], credit ?? 0)[0] ?? null
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
  | 'days_until_due'
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

/** The version the patient joined, whatever the plan says now. */
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

/** Sum of a subscription's items in cents, with tax; null while unknown. */
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
