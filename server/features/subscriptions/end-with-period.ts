import type { ClinicCtx } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { writeNotice } from '../notices/write-notice.ts'
import { endPaused } from './end-paused.ts'
import { syncCancellationJob } from './sync-cancellation.ts'

/**
 * Ends a running subscription, locked by the caller, at the close of the period already paid for, and has the patient
 * mailed. Role `system`.
 *
 * A job queued in this transaction syncs it to Stripe: an outage there delays the cancellation, never loses it. A paused one
 * ends at once.
 *
 * @throws AppError `subscription_changing` for a paused one while another change is pending
 */
export async function endWithPeriod(tx: Tx, ctx: ClinicCtx, subscriptionId: string): Promise<void> {
  const { status } = await tx
    .selectFrom('subscriptions')
    .select('status')
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  if (status === 'paused') return endPaused(tx, ctx, subscriptionId)
  await tx
    .updateTable('subscriptions')
    .set({ cancel_at_period_end: true, cancel_at: null, pending_cancel: true, updated_at: ctx.now() })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', subscriptionId)
    .execute()
  await audit(tx, 'subscription.canceled', { type: 'subscription', id: subscriptionId })
  const request = crypto.randomUUID()
  const key = `${subscriptionId}:${request}`
  const { clinicId } = ctx
  await writeNotice(tx, { clinicId, kind: 'plan_canceled', subjectId: subscriptionId, key }, ctx.now())
  await ctx.jobs.enqueue(tx, syncCancellationJob, { subscriptionId, request })
}

/**
 * Undoes `endWithPeriod` for a running subscription, locked by the caller: it continues as before. Role `system`.
 */
export async function undoEndWithPeriod(tx: Tx, ctx: ClinicCtx, subscriptionId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ cancel_at_period_end: false, cancel_at: null, pending_cancel: false, updated_at: ctx.now() })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', subscriptionId)
    .execute()
  await audit(tx, 'subscription.resumed', { type: 'subscription', id: subscriptionId })
  await ctx.jobs.enqueue(tx, syncCancellationJob, { subscriptionId, request: crypto.randomUUID() })
}
