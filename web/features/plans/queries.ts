import { queryOptions } from '@tanstack/react-query'
import type { PlanInterval, PlanKind, PlanStatus } from '#domain/plans/plans.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { rest } from '#web/lib/api.ts'
import { clinicKey } from '#web/lib/query-client.ts'

/** A plan as the clinic's team sees it, with its active price. Instants are ISO strings. */
export interface TeamPlan {
  id: string
  kind: PlanKind
  name: string
  description: string
  includes: string[]
  status: PlanStatus
  publishedAt: string | null
  closedAt: string | null
  price: { interval: PlanInterval; amountCents: number; currency: string } | null
  /** patients with a running subscription */
  memberCount: number
}

/** All plans of the clinic, newest first. */
export function plansQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'plans'),
    queryFn: async ({ signal }): Promise<TeamPlan[]> => {
      const { data, error } = await rest
        .from('plans')
        .select(
          'id,kind,name,description,includes,status,published_at,closed_at,plan_prices(interval,amount_cents,currency),subscriptions(count)',
        )
        .eq('plan_prices.is_active', true)
        .in('subscriptions.status', runningStatuses)
        .order('created_at', { ascending: false })
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ published_at, closed_at, plan_prices: [price], subscriptions, ...plan }) => ({
        ...plan,
        publishedAt: published_at,
        closedAt: closed_at,
        price: price
          ? { interval: price.interval, amountCents: price.amount_cents, currency: price.currency }
          : null,
        memberCount: subscriptions[0]?.count ?? 0,
      }))
    },
  })
}
