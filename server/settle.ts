import type { Payments } from './payments.ts'
import { JobsFailed } from './platform/jobs/job-drain.ts'
import type { JobDefinition, JobQueue } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/log.ts'

/** Implements `RunningServer.settle`. A failed step does not stop the others. */
export function createSettle(parts: {
  sandbox: Payments['sandbox']
  /** The nodes of this process. */
  nodes(): { jobs: Pick<JobQueue, 'drain'>; definitions: JobDefinition<never>[] }[]
  log: Logger
}): () => Promise<string[]> {
  const { sandbox, nodes, log } = parts
  return async () => {
    const failures: string[] = []
    const attempt = async (name: string, step: () => Promise<unknown> | undefined) => {
      try {
        await step()
      } catch (error) {
        if (!(error instanceof JobsFailed)) log.error('settle.failed', { step: name, error })
        const failed = error instanceof JobsFailed ? error.failures : [{ job: name, error }]
        failures.push(...failed.map(({ job, error }) => `${job}: ${(error as Error).message}`))
      }
    }
    await attempt('sandbox', () => sandbox?.settle())
    await attempt('webhooks', () => sandbox?.deliver())
    for (const definition of nodes().flatMap(({ definitions }) => definitions)) {
      // cron's jobs, by the product's clock
      if (definition.cron) await attempt(definition.name, () => (definition as JobDefinition).run({}))
    }
    for (const { jobs } of nodes()) await attempt('jobs', jobs.drain)
    await attempt('webhooks', () => sandbox?.deliver())
    for (const { jobs } of nodes()) await attempt('jobs', jobs.drain)
    return failures
  }
}
