import { queryOptions } from '@tanstack/react-query'
import type { AgreedPlan } from '#domain/checkouts/agreement.ts'
import { coversHousehold } from '#domain/plans/household.ts'
import type { LeavingRefund } from '#domain/plans/plans.ts'
import { pricesFrom } from '#domain/plans/price-rows.ts'
import { canChangeInterval } from '#domain/subscriptions/intervals.ts'
import { presentPlace, readClinicPlaces } from '#web/lib/clinic/clinic-places.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import type { OwnSubscription } from './queries.ts'

export interface OtherPlan extends Omit<AgreedPlan, 'clinic'> {
  priceId: string
}

/** Plans on sale for the same number of people, without the current one. */
export function otherPlansQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>, subscription: OwnSubscription) {
  const { plan, price, covered } = subscription
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'other-plans', plan.kind, price.interval, price.id, covered.length),
    queryFn: async ({ signal }): Promise<OtherPlan[]> => {
      const reading = readClinicPlaces(clinic.id, signal)
      const { data, error } = await rest
        .from('plans')
        .select(
          `name, includes, excludes, child_age_limit, max_pause_months, leaving_refund,
           prices:plan_prices(id, role, interval, amount_cents, currency)`,
        )
        .eq('clinic_id', clinic.id)
        .eq('status', 'published')
        .eq('kind', plan.kind)
        .eq('prices.is_active', true)
        .order('published_at')
        .order('id')
        .abortSignal(signal)
      const place = presentPlace(await reading)
      if (error) throw error
      return data.flatMap(({ prices, child_age_limit, max_pause_months, leaving_refund, ...words }) =>
        pricesFrom(prices)
          .filter((each) => canChangeInterval(price.interval, each.interval) && each.id !== price.id)
          .filter((each) => covered.length < 2 || coversHousehold(each))
          .map((each) => ({
            ...words,
            priceId: each.id,
            money: { ...each, childAgeLimit: child_age_limit, trialDays: 0 },
            maxPauseMonths: max_pause_months,
            leavingRefund: leaving_refund as LeavingRefund,
            place,
          })),
      )
    },
  })
}
