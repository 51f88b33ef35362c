import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { finishChangeJob } from './finish-change.ts'
import { refundOnLeaving, refundParts } from './leave-change.ts'
import { readChangeable } from './load-changeable.ts'
import { hasPendingChange } from './pending-change.ts'

/**
 * Ends a paused subscription, locked by the caller: at once, because no period of it is running that could end, with what the
 * pause had kept given back (docs/decisions/0142). Recorded here, carried out by a job. Role `system`.
 *
 * @throws AppError `subscription_changing` while another change is pending
 */
export async function endPaused(
  tx: Tx,
  { clinicId, now, jobs }: Pick<ClinicCtx, 'clinicId' | 'now' | 'jobs'>,
  subscriptionId: string,
): Promise<void> {
  if (await hasPendingChange(tx, clinicId, subscriptionId)) throw new AppError('subscription_changing')
  const at = now()
  const present = await readChangeable(tx, clinicId, subscriptionId, at)
  const { cents } = await refundOnLeaving(tx, present, at, 0)
  // shown as ending until the job has run
  await tx
    .updateTable('subscriptions')
    .set({ cancel_at_period_end: true, cancel_at: null, updated_at: at })
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
      details: JSON.stringify({ parts: await refundParts(tx, present, cents), credit: null }),
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
  await jobs.enqueue(tx, finishChangeJob, { changeId: id })
}
