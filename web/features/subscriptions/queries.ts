import { queryOptions } from '@tanstack/react-query'
import { type ClinicTax, taxOfRow, taxOnTop } from '#domain/payouts/clinic-tax.ts'
import type { PlanInterval, PlanKind } from '#domain/plans/plans.ts'
import type { SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import { rest } from '#web/lib/api.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { ownSubscriptionKey } from '#web/lib/query-client.ts'

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
  ended_at: string | null
  plan: { id: string; kind: PlanKind; name: string; includes: string[] }
  /** what everybody together pays for a period, with the tax on top of the prices */
  price: { id: string; interval: PlanInterval; amount_cents: number; currency: string }
  tax: ClinicTax | null
  /** who is covered now; null: the payer */
  covered: { name: string | null }[]
  /** unpaid invoices */
  open_invoices: { id: string; amount_due_cents: number; currency: string; next_attempt_at: string | null }[]
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

export function ownSubscriptionsQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'plans'),
    queryFn: async ({ signal }): Promise<OwnSubscription[]> => {
      const { data, error } = await rest
        .from('subscriptions')
        .select(
          `id, status, started_at, current_period_start, current_period_end, cancel_at_period_end, ended_at,
           tax_name, tax_rate_ppm, tax_is_inclusive,
           plan:plans(id, kind), version:plan_versions(name, includes), price:plan_prices(id, interval, amount_cents, currency),
           items:subscription_items(quantity, unit_cents), members:subscription_members(named),
           open_invoices:invoices(id, amount_due_cents, currency, next_attempt_at)`,
        )
        .eq('clinic_id', clinic.id)
        .eq('open_invoices.status', 'open')
        .is('members.until_on', null)
        .order('created_at', { ascending: false })
        .abortSignal(signal)
      if (error) throw error
      // what the plan said when they joined, whatever it says to others now
      return data.map(
        ({ plan, version, price, items, members, tax_name, tax_rate_ppm, tax_is_inclusive, ...own }) => {
          const tax = taxOfRow({ tax_name, tax_rate_ppm, tax_is_inclusive })
          return {
            ...own,
            plan: { ...plan, ...version },
            price: { ...price, amount_cents: perPeriod(items, tax) ?? price.amount_cents },
            tax,
            covered: members.map(({ named }) => ({ name: named })),
          }
        },
      )
    },
    // the first payment is still pending at the bank
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'incomplete') ? confirmingPollMs : false,
  })
}

/** What the items of a subscription cost together, with the tax on top of them; null while none has been read. In cents. */
export function perPeriod(
  items: readonly { quantity: number; unit_cents: number }[],
  tax: ClinicTax | null,
): number | null {
  if (items.length === 0) return null
  const lines = items.map(({ quantity, unit_cents }) => quantity * unit_cents)
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
