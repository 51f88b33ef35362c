import { joinedPlans } from '#domain/checkouts/joined-plans.ts'
import { freeUntil, startAfterPaid } from '#domain/checkouts/prepared-start.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface PlanStart {
  /** Zero for a patient whose free days of this plan are used up (docs/decisions/0194). */
  trialDays: number
  /** When charges begin for a member who paid this plan elsewhere; null: with the payment, or after free days. */
  begins: Date | null
  /** The end of the free days; null without. */
  freeUntil: Date | null
}

/** When the charges of a plan would begin for a patient. Role `system`. */
export async function planStart(
  tx: Tx,
  clinic: { id: string; timeZone: string },
  plan: { id: string; trialDays: number },
  patientId: string,
  now: Date,
): Promise<PlanStart> {
  const prepared = await tx
    .selectFrom('prepared_plans')
    .select('paid_until')
    .where('clinic_id', '=', clinic.id)
    .where('patient_id', '=', patientId)
    .where('plan_id', '=', plan.id)
    .executeTakeFirst()
  const hasFreeDays = plan.trialDays > 0 && !(await hasJoined(tx, clinic.id, patientId, plan.id))
  const trialDays = hasFreeDays ? plan.trialDays : 0
  return {
    trialDays,
    begins: prepared?.paid_until ? startAfterPaid(prepared.paid_until, now, clinic.timeZone) : null,
    freeUntil: freeUntil(trialDays, now, clinic.timeZone),
  }
}

async function hasJoined(tx: Tx, clinicId: string, patientId: string, planId: string): Promise<boolean> {
  const subscriptions = await tx
    .selectFrom('subscriptions')
    .select(['plan_id as planId', 'status', 'started_at as startedAt'])
    .where('clinic_id', '=', clinicId)
    .where('owner_patient_id', '=', patientId)
    .execute()
  const agreements = await tx
    .selectFrom('plan_agreements')
    .select(['plan_id as planId', 'signed_at as signedAt'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .execute()
  return joinedPlans(subscriptions, agreements).has(planId)
}
