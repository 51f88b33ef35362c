import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { LeavingDetails } from '../changes/leave-change.ts'
import { hasPendingChange } from '../changes/pending-change.ts'
import { finishChangeJob, type Recorded } from '../changes/recorded-change.ts'

/**
 * Records that a subscription, locked by the caller, ends now. It is shown as ending until Stripe has confirmed it.
 * Role `system`.
 * @param leaving.cents the refund, 0 or more
 * @param leaving.afterSeconds delay of the job that repeats it, if the caller carries it out
 * @throws AppError `subscription_changing` while another change is pending
 */
export async function recordLeaving(
  tx: Tx,
  { clinicId, now, jobs }: Pick<ClinicCtx, 'clinicId' | 'now' | 'jobs'>,
  subscriptionId: string,
  leaving: { cents: number; details: LeavingDetails; afterSeconds: number },
): Promise<Recorded> {
  const { cents, details, afterSeconds } = leaving
  if (await hasPendingChange(tx, clinicId, subscriptionId)) throw new AppError('subscription_changing')
  const at = now()
  await tx
    .updateTable('subscriptions')
    .set({
      cancel_at_period_end: true,
      cancel_at: null,
      pending_cancel: null,
      pending_since: null,
      pending_end: null,
      updated_at: at,
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', subscriptionId)
    .execute()
  const { id } = await tx
    .insertInto('subscription_changes')
    .values({
      clinic_id: clinicId,
      subscription_id: subscriptionId,
      kind: 'leave',
      state: 'pending',
      attempt: crypto.randomUUID(),
      quoted_cents: 0 - cents,
      quoted_at: at,
      effective_at: at,
      details: JSON.stringify(details),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(
    tx,
    'subscription.change_requested',
    { type: 'subscription', id: subscriptionId },
    { kind: 'leave', cents: 0 - cents },
    clinicId,
  )
  await jobs.enqueue(tx, finishChangeJob, { changeId: id }, { afterSeconds })
  return { changeId: id }
}
