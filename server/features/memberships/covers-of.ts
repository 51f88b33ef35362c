import { type PlanStanding, planStanding } from '#domain/subscriptions/plan-standing.ts'
import { runningStatuses, type SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Running plans of other payers that cover patients, in the caller's role: the newest for each patient. */
export async function coversOf(
  tx: Tx,
  clinicId: string,
  patientIds: readonly string[],
  now: Date,
): Promise<Map<string, { name: string; standing: PlanStanding }>> {
  if (patientIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('subscription_members as m')
    .innerJoin('subscriptions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'm.clinic_id').onRef('s.id', '=', 'm.subscription_id'),
    )
    .innerJoin('plan_versions as v', (join) =>
      join.onRef('v.clinic_id', '=', 's.clinic_id').onRef('v.id', '=', 's.version_id'),
    )
    .select(['m.patient_id', 'v.name', 's.status', 's.cancel_at_period_end', 's.days_until_due'])
    .select(['s.current_period_start', 's.current_period_end', 's.cancel_at', 's.ended_at'])
    .where('m.clinic_id', '=', clinicId)
    .where('s.clinic_id', '=', clinicId)
    .where('v.clinic_id', '=', clinicId)
    .where('m.patient_id', 'in', [...patientIds])
    .where('m.until_on', 'is', null)
    .whereRef('m.patient_id', '!=', 's.owner_patient_id')
    .where('s.status', 'in', [...runningStatuses])
    .orderBy('s.created_at')
    .execute()
  return new Map(
    rows.map(({ patient_id, name, ...row }) => [
      patient_id,
      {
        name,
        standing: planStanding(
          {
            ...row,
            status: row.status as SubscriptionStatus,
            current_period_start: row.current_period_start.toISOString(),
            current_period_end: row.current_period_end.toISOString(),
            cancel_at: row.cancel_at?.toISOString() ?? null,
            ended_at: row.ended_at?.toISOString() ?? null,
          },
          now,
        ),
      },
    ]),
  )
}
