import { queryOptions } from '@tanstack/react-query'
import { joinedPlans } from '#domain/checkouts/joined-plans.ts'
import { taxOnKind } from '#domain/payouts/clinic-tax.ts'
import type { LeavingRefund } from '#domain/plans/plans.ts'
import { pricesFrom } from '#domain/plans/price-rows.ts'
import { presentPlace, readClinicPlaces } from '#web/lib/clinic/clinic-places.ts'
import { readClinicTax } from '#web/lib/clinic/clinic-tax.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey, ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { joinable, type Offer } from './offers.ts'

/** A patient's plan in a previous system. */
export interface PreparedPlan {
  planId: string
  priceId: string
  name: string
  /** YYYY-MM-DD, the last paid day */
  paidUntil: string | null
}

/** The signed-in patient's imported plan while it is on sale; else null. */
export function preparedPlanQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'prepared'),
    queryFn: async ({ signal }): Promise<PreparedPlan | null> => {
      const { data, error } = await rest
        .from('prepared_plans')
        .select('plan_id, price_id, paid_until, plan:plans(name, status)')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      if (data?.plan?.status !== 'published') return null
      return {
        planId: data.plan_id,
        priceId: data.price_id,
        name: data.plan.name,
        paidUntil: data.paid_until,
      }
    },
  })
}

/** Ids of the plans that the signed-in patient has joined before: their free days are used up. */
export function joinedPlansQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'joined-plans'),
    queryFn: async ({ signal }): Promise<string[]> => {
      const [subscriptions, agreements] = await Promise.all([
        rest
          .from('subscriptions')
          .select('plan_id, status, started_at')
          .eq('clinic_id', clinic.id)
          .abortSignal(signal),
        rest
          .from('plan_agreements')
          .select('plan_id, signed_at')
          .eq('clinic_id', clinic.id)
          .abortSignal(signal),
      ])
      const error = subscriptions.error ?? agreements.error
      if (error) throw error
      return [
        ...joinedPlans(
          (subscriptions.data ?? []).map(({ plan_id, status, started_at }) => ({
            planId: plan_id,
            status,
            startedAt: new Date(started_at),
          })),
          (agreements.data ?? []).map(({ plan_id, signed_at }) => ({
            planId: plan_id,
            signedAt: new Date(signed_at),
          })),
        ),
      ]
    },
  })
}

/** The clinic's plans on offer, oldest first. Public. */
export function offersQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'offers'),
    queryFn: async ({ signal }): Promise<Offer[]> => {
      const reading = Promise.all([readClinicTax(clinic.id, signal), readClinicPlaces(clinic.id, signal)])
      const { data, error } = await rest
        .from('plans')
        .select(
          `id, kind, name, description, includes, excludes, child_age_limit, trial_days, max_pause_months,
           leaving_refund,
           prices:plan_prices(id, role, interval, amount_cents, currency)`,
        )
        .eq('clinic_id', clinic.id)
        // patients can also read their closed plan, and the team its drafts
        .eq('status', 'published')
        .eq('prices.is_active', true)
        .order('published_at')
        .order('id')
        .abortSignal(signal)
      const [tax, places] = await reading
      if (error) throw error
      return joinable(
        data.map(({ child_age_limit, trial_days, max_pause_months, leaving_refund, prices, ...plan }) => ({
          ...plan,
          childAgeLimit: child_age_limit,
          trialDays: trial_days,
          maxPauseMonths: max_pause_months,
          leavingRefund: leaving_refund as LeavingRefund,
          prices: pricesFrom(prices),
          tax: taxOnKind(tax, plan.kind),
          place: presentPlace(places),
        })),
      )
    },
  })
}
