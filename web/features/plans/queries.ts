import { queryOptions } from '@tanstack/react-query'
import type { LeavingRefund, PlanStatus, PlanTerms } from '#domain/plans/plans.ts'
import { type PlanPrices, pricesFrom } from '#domain/plans/price-rows.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** A plan as the team sees it, with its active prices. Instants are ISO strings. */
export interface TeamPlan extends PlanTerms {
  status: PlanStatus
  publishedAt: string | null
  closedAt: string | null
  price: PlanPrices | null
  /** patients with a running subscription to any version */
  memberCount: number
  /** published versions, newest first; the first is on sale, or was last. Empty for a draft */
  versions: PlanVersion[]
}

/** Content and price of a plan for patients who joined between two instants. */
export interface PlanVersion {
  id: string
  number: number
  name: string
  publishedAt: string
  supersededAt: string | null
  price: PlanPrices | null
  memberCount: number
}

export function plansQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'plans'),
    queryFn: async ({ signal }): Promise<TeamPlan[]> => {
      const { data, error } = await rest
        .from('plans')
        .select(
          `id,kind,name,description,includes,excludes,child_age_limit,trial_days,max_pause_months,leaving_refund,status,published_at,closed_at,
           plan_prices(id,role,interval,amount_cents,currency),subscriptions(count),
           plan_versions(id,number,name,published_at,superseded_at,
                         plan_prices(id,role,interval,amount_cents,currency),subscriptions(count))`,
        )
        .eq('plan_prices.is_active', true)
        .in('subscriptions.status', runningStatuses)
        .in('plan_versions.subscriptions.status', runningStatuses)
        .order('number', { referencedTable: 'plan_versions', ascending: false })
        .order('created_at', { ascending: false })
        .abortSignal(signal)
      if (error) throw error
      return data.map(
        ({
          published_at,
          closed_at,
          child_age_limit: childAgeLimit,
          trial_days: trialDays,
          max_pause_months: maxPauseMonths,
          leaving_refund: leavingRefund,
          plan_prices: prices,
          subscriptions,
          plan_versions: versions,
          ...plan
        }) => ({
          ...plan,
          childAgeLimit,
          trialDays,
          maxPauseMonths,
          leavingRefund: leavingRefund as LeavingRefund,
          publishedAt: published_at,
          closedAt: closed_at,
          price: pricesFrom(prices)[0] ?? null,
          memberCount: subscriptions[0]?.count ?? 0,
          versions: versions.map((version) => ({
            id: version.id,
            number: version.number,
            name: version.name,
            publishedAt: version.published_at,
            supersededAt: version.superseded_at,
            price: pricesFrom(version.plan_prices)[0] ?? null,
            memberCount: version.subscriptions[0]?.count ?? 0,
          })),
        }),
      )
    },
  })
}
