import type { PlanInterval, PlanKind, PlanStatus, PlanView } from '#domain/plans/plans.ts'
import type { ClinicCtx } from '#server/platform/action.ts'
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

/** The version on sale, or the last one of a closed plan. Undefined for a draft. Role `system`. */
export function presentVersion(tx: Tx, clinicId: string, planId: string) {
  return tx
    .selectFrom('plan_versions')
    .select(['id', 'number'])
    .where('clinic_id', '=', clinicId)
    .where('plan_id', '=', planId)
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
}

/** Records what a plan says from now on. Role `system`. @returns the version's id */
export async function addVersion(
  tx: Tx,
  ctx: ClinicCtx,
  plan: { id: string; name: string; description: string; includes: string[] },
  number: number,
): Promise<string> {
  const { id: planId, name, description, includes } = plan
  const { id } = await tx
    .insertInto('plan_versions')
    .values({
      clinic_id: ctx.clinicId,
      plan_id: planId,
      number,
      name,
      description,
      includes,
      published_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
