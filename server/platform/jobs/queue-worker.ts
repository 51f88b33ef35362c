/** How a worker takes jobs from one queue. `J` is a job as the queue hands it out. */
export interface QueueWork<J> {
  /** How many jobs run at the same time. */
  concurrency: number
  /** Takes up to `count` due jobs; none when the queue is empty. */
  fetch(count: number): Promise<J[]>
  /** Runs one job. Never throws: what became of the job is part of the outcome. */
  run(job: J): Promise<JobOutcome<J>>
  /** Records what became of jobs. */
  settle(outcomes: JobOutcome<J>[]): Promise<void>
  /** The queue itself failed: nothing was taken, or an outcome could not be recorded. */
  onQueueError(error: unknown): void
}

export interface JobOutcome<J> {
  job: J
  /** Undefined when it succeeded. */
  error?: unknown
}

export interface QueueWorker {
  /** Says that jobs may be waiting. */
  wake(): void
  /** Once it sleeps: everything that it took is done. */
  idle(): Promise<void>
  /** Takes no more jobs, and waits for those that run. */
  stop(): Promise<void>
}

/** Jobs taken at once, for each that runs at the same time: fewer round trips, and few jobs to repeat after a crash. */
const takenPerPlace = 4

/**
 * Processes a queue until it is empty, then sleeps until it is woken. One job that fails does not affect the others.
 */
export function startQueueWorker<J>(work: QueueWork<J>): QueueWorker {
  let isStopping = false
  let isAwake = true
  let current: Promise<void> | null = null

  const wake = () => {
    isAwake = true
    if (!isStopping) current ??= untilEmpty()
  }

  async function untilEmpty(): Promise<void> {
    while (isAwake && !isStopping) {
      isAwake = false
      try {
        const jobs = await work.fetch(work.concurrency * takenPerPlace)
        if (jobs.length === 0) continue
        // more may wait
        isAwake = true
        await work.settle(await runAll(jobs))
      } catch (error) {
        // the next wake-up tries again, not this loop: the database may be down
        isAwake = false
        work.onQueueError(error)
      }
    }
    current = null
  }

  async function runAll(jobs: J[]): Promise<JobOutcome<J>[]> {
    const waiting = [...jobs]
    const outcomes: JobOutcome<J>[] = []
    const place = async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
        outcomes.push(await work.run(job))
    }
    await Promise.all(Array.from({ length: work.concurrency }, place))
    return outcomes
  }

  return {
    wake,
    async idle() {
      await current
    },
    async stop() {
      isStopping = true
      await current
    },
  }
}
