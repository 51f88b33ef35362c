import type { PlanInterval, PlanKind, PlanStatus, PlanView } from '#domain/plans/plans.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * A plan of this clinic with its active price, locked until the transaction ends. Role `system`.
 *
 * @returns undefined for an unknown id and for another clinic's, alike
 */
export async function lockPlan(tx: Tx, clinicId: string, planId: string) {
  const plan = await tx
    .selectFrom('plans')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', '=', planId)
    .forUpdate()
    .executeTakeFirst()
  if (!plan) return undefined
  const price = await tx
    .selectFrom('plan_prices')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('plan_id', '=', planId)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  return { plan, price }
}

export type LockedPlan = NonNullable<Awaited<ReturnType<typeof lockPlan>>>

export function planView({ plan, price }: LockedPlan): PlanView {
  return {
    id: plan.id,
    kind: plan.kind as PlanKind,
    name: plan.name,
    description: plan.description,
    includes: plan.includes,
    status: plan.status as PlanStatus,
    price: {
      id: price.id,
      interval: price.interval as PlanInterval,
      amountCents: price.amount_cents,
      currency: price.currency,
    },
  }
}
