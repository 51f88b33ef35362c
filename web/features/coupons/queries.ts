import { queryOptions } from '@tanstack/react-query'
import type { CouponTerms } from '#domain/coupons/coupons.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** A code as the team sees it. Instants are ISO strings. */
export interface TeamCoupon extends CouponTerms {
  id: string
  code: string
  currency: string
  plan: { name: string } | null
  maxUses: number | null
  /** `YYYY-MM-DD`, in the clinic's time zone */
  lastOn: string | null
  closedAt: string | null
  uses: number
}

export function couponsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'coupons'),
    queryFn: async ({ signal }): Promise<TeamCoupon[]> => {
      const { data, error } = await rest
        .from('coupons')
        .select(
          `id,code,percent,amount_cents,currency,duration,months,max_uses,last_on,closed_at,
           plan:plans(name),subscriptions(count)`,
        )
        .order('created_at', { ascending: false })
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ amount_cents, max_uses, last_on, closed_at, subscriptions, ...coupon }) => ({
        ...coupon,
        amountCents: amount_cents,
        maxUses: max_uses,
        lastOn: last_on,
        closedAt: closed_at,
        uses: subscriptions[0]?.count ?? 0,
      }))
    },
  })
}
