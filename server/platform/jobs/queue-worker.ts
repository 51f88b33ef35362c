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
 * Processes a queue until it is empty, then sleeps until it is woken. One job that fails does not affect the others. The
 * next jobs are fetched, and outcomes recorded, while others run: one slow job stops only its own place.
 */
export function startQueueWorker<J>(work: QueueWork<J>): QueueWorker {
  const batch = work.concurrency * takenPerPlace
  let isStopping = false
  let isAwake = true
  let current: Promise<void> | null = null
  /** Ends the wait of `untilEmpty` for something to happen. */
  let onChange = () => {}

  const wake = () => {
    isAwake = true
    onChange()
    if (!isStopping) current ??= untilEmpty()
  }

  async function untilEmpty(): Promise<void> {
    const waiting: J[] = []
    let ended: JobOutcome<J>[] = []
    let running = 0
    let isFetching = false
    let isSettling = false

    const failed = (error: unknown) => {
      // the next wake-up tries again, not this loop: the database may be down
      isAwake = false
      work.onQueueError(error)
    }
    const begin = async (job: J) => {
      running += 1
      const outcome = await work.run(job)
      ended.push(outcome)
      running -= 1
      onChange()
    }
    const fetch = async () => {
      isFetching = true
      isAwake = false
      try {
        const jobs = await work.fetch(batch)
        waiting.push(...jobs)
        // more may wait
        if (jobs.length > 0) isAwake = true
      } catch (error) {
        failed(error)
      }
      isFetching = false
      onChange()
    }
    const settle = async () => {
      isSettling = true
      const outcomes = ended
      ended = []
      await work.settle(outcomes).catch(failed)
      isSettling = false
      onChange()
    }

    for (;;) {
      for (let job = next(); job !== undefined; job = next()) void begin(job)
      if (isAwake && !isStopping && !isFetching && waiting.length < work.concurrency) void fetch()
      // many at once while there is much to do, each at once while there is little
      const isDue = ended.length >= batch || (waiting.length === 0 && !isFetching)
      if (ended.length > 0 && isDue && !isSettling) void settle()
      if (running === 0 && !isFetching && !isSettling) break
      await new Promise<void>((resolve) => {
        onChange = resolve
      })
    }
    current = null

    function next(): J | undefined {
      return running < work.concurrency ? waiting.shift() : undefined
    }
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
