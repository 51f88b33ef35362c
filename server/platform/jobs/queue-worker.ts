/** `J` is the queue's type of job. */
export interface QueueWork<J> {
  concurrency: number
  fetch(count: number): Promise<J[]>
  /** Never throws: the outcome contains the error. */
  run(job: J): Promise<JobOutcome<J>>
  settle(outcomes: JobOutcome<J>[]): Promise<void>
  onQueueError(error: unknown): void
}

export interface JobOutcome<J> {
  job: J
  error?: unknown
}

export interface QueueWorker {
  wake(): void
  /** Resolves once the queue is empty and all taken jobs are settled. */
  idle(): Promise<void>
  /** Takes no more jobs, and waits for running ones. */
  stop(): Promise<void>
}

/** Few round trips, and few jobs to repeat after a crash. */
const takenPerPlace = 4

/** Processes a queue until it is empty, then sleeps until woken. A slow job delays only its own place. */
export function startQueueWorker<J>(work: QueueWork<J>): QueueWorker {
  const batch = work.concurrency * takenPerPlace
  let isStopping = false
  let isAwake = true
  let current: Promise<void> | null = null
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
      // retried by the next wake-up, not by this loop: the database may be down
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
        // fewer: none is left, and a later one wakes the queue
        if (jobs.length >= batch) isAwake = true
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
      // not earlier: the more jobs wait at the database, the fewer statements take them
      if (isAwake && !isStopping && !isFetching && waiting.length === 0) void fetch()
      // settles in batches under load, and each at once otherwise
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
