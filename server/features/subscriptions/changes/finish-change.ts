import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { isDisconnected } from '../notice-waiting.ts'
import { carryOut } from './carry-out-change.ts'
import { finishChangeJob } from './recorded-change.ts'

/** Carries out a change whose request ended before Stripe had answered. One that is done or refused is left alone. */
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
        // repeated by `confirm-pending.ts` once the account can be reached
        if (isDisconnected(error)) return { state: 'pending', reason: 'disconnected' }
        throw error
      }
    },
  })
}
