import { AppError } from '#domain/errors.ts'

/** Runs work with a bound on how much runs, and how much waits. */
export interface BoundedPool {
  /** @throws AppError `rate_limited` when too much waits already */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** @param atOnce how much runs side by side; @param waiting how much more may queue */
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
        // the place goes straight to the next one, so nobody can slip in between
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
