import type { ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { jobAfterSeconds, type Recorded, syncCancellationJob } from '../changes/recorded-change.ts'
import { endPaused } from './end-paused.ts'

/**
 * Ends a running subscription, locked by the caller, with its paid period; a paused one now. Recorded here; made at
 * Stripe by `confirmAtStripe`, or by a job queued in this transaction. Its payer is mailed once Stripe has confirmed it
 * (docs/decisions/0153). Role `system`.
 * @param isAwaited whether the caller then calls `confirmAtStripe`
 * @throws AppError `subscription_changing` for a paused one while another change is pending
 */
export async function endWithPeriod(
  tx: Tx,
  ctx: ClinicCtx,
  subscriptionId: string,
  isAwaited: boolean,
): Promise<Recorded> {
  const { status, current_period_end: end } = await tx
    .selectFrom('subscriptions')
    .select(['status', 'current_period_end'])
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  if (status === 'paused') return endPaused(tx, ctx, subscriptionId, isAwaited ? jobAfterSeconds : 0)
  await audit(tx, 'subscription.canceled', { type: 'subscription', id: subscriptionId })
  return recordEnding(tx, ctx, subscriptionId, { cancel: true, end, isAwaited })
}

/** Undoes `endWithPeriod` for a running subscription, locked by the caller. Role `system`. */
export async function undoEndWithPeriod(
  tx: Tx,
  ctx: ClinicCtx,
  subscriptionId: string,
  isAwaited: boolean,
): Promise<Recorded> {
  await audit(tx, 'subscription.resumed', { type: 'subscription', id: subscriptionId })
  return recordEnding(tx, ctx, subscriptionId, { cancel: false, end: null, isAwaited })
}

/** Records that a subscription ends at `end`, with its period, or continues. Role `system`. */
export async function recordEnding(
  tx: Tx,
  { clinicId, now, jobs }: Pick<ClinicCtx, 'clinicId' | 'now' | 'jobs'>,
  subscriptionId: string,
  wanted: { cancel: boolean; end: Date | null; isAwaited: boolean },
): Promise<Recorded> {
  await tx
    .updateTable('subscriptions')
    .set({
      cancel_at_period_end: wanted.cancel,
      cancel_at: null,
      pending_cancel: wanted.cancel,
      pending_since: now(),
      pending_end: wanted.end,
      updated_at: now(),
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', subscriptionId)
    .execute()
  const recorded = { clinicId, subscriptionId, request: crypto.randomUUID() }
  const afterSeconds = wanted.isAwaited ? jobAfterSeconds : 0
  await jobs.enqueue(tx, syncCancellationJob, recorded, { afterSeconds })
  return recorded
}
