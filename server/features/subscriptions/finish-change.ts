import type { Services } from '#server/platform/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { carryOut } from './carry-out-change.ts'

export const finishChangeJob = 'subscriptions.finish-change'

/** Carries out a change whose request ended before Stripe had answered. One that is done or refused is left alone. */
export function finishChange(services: Services) {
  return defineJob<{ changeId: string }>({
    name: finishChangeJob,
    // Stripe knows a repeated refund by its key for a day
    retryLimit: 9,
    retryDelaySeconds: 60,
    run: async ({ changeId }): Promise<JobResult> => ({ state: await carryOut(services, changeId) }),
  })
}
