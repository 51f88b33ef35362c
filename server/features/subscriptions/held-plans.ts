import type { PlanKind } from '#domain/plans/plans.ts'
import type { SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface HeldPlan {
  kind: PlanKind
  status: SubscriptionStatus
  currentPeriodStart: Date
}

/** A patient's subscriptions with their plan's kind, ended ones too. Role `system`. */
export async function heldPlans(tx: Tx, clinicId: string, patientId: string): Promise<HeldPlan[]> {
  const rows = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', (join) =>
      join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.plan_id'),
    )
    .select(['p.kind', 's.status', 's.current_period_start as currentPeriodStart'])
    .where('s.clinic_id', '=', clinicId)
    .where('s.owner_patient_id', '=', patientId)
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: row.kind as PlanKind,
    status: row.status as SubscriptionStatus,
  }))
}
