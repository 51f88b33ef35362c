import type { Services } from '#server/clinic/action.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import { nextRead } from '#server/features/stripe-sync/next-read.ts'
import { refreshSubscription } from '#server/features/stripe-sync/refresh/refresh-subscription.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { type RecordedEnding, syncCancellationJob } from '../changes/recorded-change.ts'
import { isDisconnected } from '../notice-waiting.ts'

const purpose = 'job:subscriptions.sync-cancellation'

/** Syncs the last cancellation of a subscription, or its undo, to Stripe. */
export function syncCancellation(services: Services) {
  return defineJob<RecordedEnding>({
    name: syncCancellationJob,
    retryLimit: 12,
    retryDelaySeconds: 30,
    async run(recorded): Promise<JobResult> {
      // queued by an earlier version: `confirm-pending.ts` repeats it
      if (!recorded.clinicId) return { synced: false, reason: 'without a clinic' }
      try {
        return { synced: await syncEnding(services, recorded) }
      } catch (error) {
        // `confirm-pending.ts` retries once the account can be reached
        if (isDisconnected(error)) return { synced: false, reason: 'disconnected' }
        throw error
      }
    },
  })
}

/**
 * Syncs a cancellation or its undo and mails the payer. Idempotent. If the period ended before Stripe could be reached,
 * the plan ends now, and the clinic's admins are notified of a charge meanwhile.
 * @returns false when there is nothing to confirm
 * @throws AppError `payments_unavailable`, `payments_disconnected`
 */
export async function syncEnding(
  services: Services,
  { clinicId, subscriptionId, request }: RecordedEnding,
): Promise<boolean> {
  const { transactions, stripe, clock } = services
  const wanted = await transactions.withSystem(purpose, (tx) => readWanted(tx, clinicId, subscriptionId))
  if (!wanted || wanted.cancel === null) return false
  const { account, id, cancel, timeZone, end } = wanted
  const clinic = { clinicId, account, timeZone }
  const key = `cancel:${request}:${cancel}`
  const isLate = cancel && end !== null && end <= clock.now()
  if (isLate) await stripe.subscriptions.end(account, id, `${key}:late`)
  const isRunning = !isLate && (await stripe.subscriptions.setCancelAtPeriodEnd(account, id, { cancel, key }))
  // stores its end before the mail
  if (!isRunning) await refreshSubscription(services, clinic, id)
  await transactions.withSystem(purpose, async (tx) => {
    const settled = await tx
      .updateTable('subscriptions')
      // a read that began before the change must not undo it, nor notify a second time
      .set({ pending_cancel: null, pending_since: null, pending_end: null, read_no: await nextRead(tx) })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', subscriptionId)
      // unless a newer request was recorded
      .where('pending_cancel', '=', cancel)
      .returning(['owner_patient_id as patientId', 'current_period_start as periodStart'])
      .executeTakeFirst()
    if (!settled || !cancel) return
    const kind = isRunning ? 'plan_canceled' : 'plan_ended'
    const fact = isRunning ? `${subscriptionId}:${request}` : subscriptionId
    await writeNotice(tx, { clinicId, kind, subjectId: subscriptionId, key: fact }, clock.now())
    if (isLate && settled.periodStart >= end)
      await services.notices.notifyAdmins(tx, {
        clinicId,
        kind: 'charged_after_end',
        key: `${subscriptionId}:${request}`,
        patientId: settled.patientId,
        subjectId: subscriptionId,
      })
  })
  if (isRunning) await refreshSubscription(services, clinic, id)
  return true
}

function readWanted(tx: Tx, clinicId: string, subscriptionId: string) {
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select(['s.pending_cancel as cancel', 's.stripe_subscription as id', 's.stripe_account as account'])
    .select(['s.pending_end as end', 'c.time_zone as timeZone'])
    .where('s.clinic_id', '=', clinicId)
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
}
