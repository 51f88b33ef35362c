import { AppError } from '#domain/errors.ts'

export interface BoundedPool {
  /** @throws AppError `rate_limited` when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createBoundedPool({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedPool {
  let running = 0
  const queue: (() => void)[] = []
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw new AppError('rate_limited', { details: { queue: queue.length } })
        await new Promise<void>((resume) => queue.push(resume))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        // hand the slot over directly, so that no newcomer can take it in between
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
