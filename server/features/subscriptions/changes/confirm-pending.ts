import { hourMs, minuteMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { readWaiting } from '#server/features/notices/waiting-plans.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { isDisconnected, noticeWaiting } from '../notice-waiting.ts'
import { finishChangeJob, syncCancellationJob } from './recorded-change.ts'

export const confirmPendingJob = 'subscriptions.confirm-pending'

/** Leaves the time to the jobs that were queued with the request. */
const leftAloneMs = 10 * minuteMs
/** An outage of Stripe is usually shorter. */
const noticedAfterMs = hourMs

/** Retries unconfirmed cancellations and changes without a limit, and notifies payer and admins after an hour. */
export function confirmPending(services: Services) {
  const { transactions, clock, jobs } = services
  return defineJob({
    name: confirmPendingJob,
    cron: '17 * * * *',
    async run(): Promise<JobResult> {
      const now = clock.now().getTime()
      const waiting = await transactions.withSystem(`job:${confirmPendingJob}`, (tx) =>
        readWaiting(tx, new Date(now - leftAloneMs)),
      )
      const reachable = new Map<string, boolean>()
      for (const { account } of waiting)
        if (!reachable.has(account)) reachable.set(account, await canReach(services, account))
      await transactions.withSystem(`job:${confirmPendingJob}`, async (tx) => {
        for (const each of waiting) {
          const { account, clinicId, subscriptionId, changeId } = each
          if (now - each.since.getTime() >= noticedAfterMs) await noticeWaiting(tx, services, each)
          if (!reachable.get(account)) continue
          if (changeId) await jobs.enqueue(tx, finishChangeJob, { changeId }, { once: changeId })
          else {
            const recorded = { clinicId, subscriptionId, request: crypto.randomUUID() }
            await jobs.enqueue(tx, syncCancellationJob, recorded, { once: subscriptionId })
          }
        }
      })
      return { waiting: waiting.length, unreachable: [...reachable.values()].filter((can) => !can).length }
    },
  })
}

/** Whether we can access the clinic's account. True during an outage of Stripe. */
async function canReach({ stripe }: Services, account: string): Promise<boolean> {
  try {
    await stripe.accounts.read(account)
    return true
  } catch (error) {
    return !isDisconnected(error)
  }
}
