import type { PlanKind } from '#domain/plans/plans.ts'
import type { SubscriptionStatus, SubscriptionView } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export async function subscriptionView(
  tx: Tx,
  clinicId: string,
  subscriptionId: string,
): Promise<Omit<SubscriptionView, 'isConfirmed'>> {
  const row = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', (join) =>
      join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.plan_id'),
    )
    .innerJoin('plan_versions as v', (join) =>
      join.onRef('v.clinic_id', '=', 's.clinic_id').onRef('v.id', '=', 's.version_id'),
    )
    .select(['s.id', 's.status', 's.current_period_end', 's.cancel_at_period_end', 'p.kind', 'v.name'])
    .where('s.clinic_id', '=', clinicId)
    .where('s.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    status: row.status as SubscriptionStatus,
    planKind: row.kind as PlanKind,
    planName: row.name,
    currentPeriodEnd: row.current_period_end.toISOString(),
    cancelAtPeriodEnd: row.cancel_at_period_end,
  }
}
