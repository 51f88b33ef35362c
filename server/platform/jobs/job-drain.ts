import type { JobWithMetadata } from 'pg-boss'
import type { Transactions } from '../database/transactions.ts'
import type { JobOutcome, QueueWorker } from './queue-worker.ts'
import { makeAllDue } from './waiting-jobs.ts'

interface FailedRun {
  job: string
  error: unknown
}

export class JobsFailed extends AggregateError {
  override name = 'JobsFailed'
  readonly failures: FailedRun[]

  constructor(failures: FailedRun[]) {
    const reasons = failures.map(({ job, error }) => `${job}: ${(error as Error).message}`)
    super(
      failures.map(({ error }) => error),
      `${failures.length} failed: ${reasons.slice(0, 5).join('; ')}`,
      { cause: failures[0]?.error },
    )
    this.failures = failures
  }
}

interface DrainedQueues {
  transactions: Transactions
  workers: ReadonlyMap<string, QueueWorker>
  outbox: {
    idle(): Promise<void>
    drain(clinicIds: readonly string[]): Promise<number>
  }
  fetch(name: string): Promise<JobWithMetadata<object>[]>
  run(name: string, job: JobWithMetadata<object>): Promise<JobOutcome<JobWithMetadata<object>>>
  settle(name: string, outcomes: JobOutcome<JobWithMetadata<object>>[]): Promise<void>
}

interface JobDrain {
  /** Reports a failed job to each running drain. */
  note(failed: FailedRun): void
  drain(): Promise<number>
}

export function createJobDrain({
  transactions,
  workers,
  outbox,
  fetch,
  run,
  settle,
}: DrainedQueues): JobDrain {
  const draining = new Set<FailedRun[]>()
  return {
    note(failed) {
      for (const noted of draining) noted.push(failed)
    },

    async drain() {
      let done = 0
      const failures: FailedRun[] = []
      draining.add(failures)
      try {
        // failed jobs wait for their retry
        for (let isFirst = true; ; isFirst = false) {
          // running jobs may queue more
          await Promise.all([outbox, ...workers.values()].map((worker) => worker.idle()))
          const { queues, clinics } = await makeAllDue(
            transactions,
            isFirst ? ['created', 'retry'] : ['created'],
          )
          const moved = await outbox.drain(clinics)
          for (const name of queues) {
            const outcomes: JobOutcome<JobWithMetadata<object>>[] = []
            for (const job of await fetch(name)) outcomes.push(await run(name, job))
            await settle(name, outcomes)
            done += outcomes.filter((outcome) => !('error' in outcome)).length
          }
          if (queues.length === 0 && moved === 0) break
        }
      } finally {
        draining.delete(failures)
      }
      if (failures.length > 0) throw new JobsFailed(failures)
      return done
    },
  }
}
