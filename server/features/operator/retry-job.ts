import { AppError } from '#domain/errors.ts'
import { retryJobInput } from '#domain/operator/operator.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requireOperator } from './require-operator.ts'

/**
 * Runs a failed job again; for a failed message, the job sends it again.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, also if it has not failed
 */
export const retryJob = action({
  name: 'retry-job',
  input: retryJobInput,
  access: 'signed-in',
  async run(tx, ctx, { jobId }): Promise<{ queue: string }> {
    await requireOperator(tx, ctx)
    const queue = await ctx.jobs.retry(tx, jobId)
    if (!queue) throw new AppError('not_found')
    await audit(tx, 'operator.job_retried', { type: 'job', id: jobId }, { queue })
    return { queue }
  },
})
