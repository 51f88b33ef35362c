import { AppError } from '#domain/errors.ts'
import { can } from '#domain/permissions.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { ownPatientId } from './own-patient-id.ts'

/**
 * Locks a subscription that the caller may cancel, as its owner or an admin.
 * @throws AppError `not_found`, `second_step_required`, `subscription_ended`; `not_allowed` for team members who may
 * read but not cancel
 */
export async function lockOwnSubscription(tx: Tx, ctx: ClinicCtx, subscriptionId: string) {
  const patientId = await ownPatientId(tx, ctx.actor)
  const mayCancelAny = can(ctx.actor, 'subscriptions:cancel')
  if (!patientId) await requirePermission(tx, ctx.actor, 'subscriptions:cancel')
  const subscription = await asSystem(tx, () =>
    tx
      .selectFrom('subscriptions')
      .select(['id', 'owner_patient_id', 'status', 'cancel_at_period_end'])
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', subscriptionId)
      .forUpdate()
      .executeTakeFirst(),
  )
  const isVisible = subscription && (mayCancelAny || subscription.owner_patient_id === patientId)
  if (!isVisible) throw new AppError('not_found')
  if (!isRunning(subscription.status)) throw new AppError('subscription_ended')
  return subscription
}
