import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { isDisconnected } from '../notice-waiting.ts'
import { carryOut } from './carry-out-change.ts'
import { finishChangeJob } from './recorded-change.ts'

/** Carries out a change whose request ended before Stripe answered. No effect on a finished one. */
export function finishChange(services: Services) {
  return defineJob<{ changeId: string }>({
    name: finishChangeJob,
    // Stripe knows a repeated refund by its key for a day
    retryLimit: 9,
    retryDelaySeconds: 60,
    async run({ changeId }): Promise<JobResult> {
      try {
        return { state: await carryOut(services, changeId) }
      } catch (error) {
        // `confirm-pending.ts` retries once the account can be reached
        if (isDisconnected(error)) return { state: 'pending', reason: 'disconnected' }
        throw error
      }
    },
  })
}
