import type { JobWithMetadata } from 'pg-boss'
import type { Transactions } from '../database/transactions.ts'
import type { JobOutcome, QueueWorker } from './queue-worker.ts'
import { makeAllDue, waitingQueues } from './waiting-jobs.ts'

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
  drainOutbox(): Promise<void>
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
  drainOutbox,
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
        await drainOutbox()
        await makeAllDue(transactions, ['created', 'retry'])
        for (;;) {
          const waiting = await waitingQueues(transactions, null)
          for (const name of waiting) {
            const outcomes: JobOutcome<JobWithMetadata<object>>[] = []
            for (const job of await fetch(name)) outcomes.push(await run(name, job))
            await settle(name, outcomes)
            done += outcomes.filter((outcome) => !('error' in outcome)).length
          }
          // running jobs may queue more
          await Promise.all([...workers.values()].map((worker) => worker.idle()))
          await drainOutbox()
          // failed jobs wait for their retry
          await makeAllDue(transactions, ['created'])
          if (waiting.length === 0 && (await waitingQueues(transactions, null)).length === 0) break
        }
      } finally {
        draining.delete(failures)
      }
      if (failures.length > 0) throw new JobsFailed(failures)
      return done
    },
  }
}
