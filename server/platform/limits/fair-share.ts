/** Limits concurrent work in all and per key. */
export interface FairShare {
  /** Runs work in its turn. @throws the error of `refuse` when there is no place in time */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export interface FairShareOptions {
  atOnce: number
  atOncePerKey: number
  waitingPerKey: number
  waiting: number
  longestWaitMs: number
  refuse(): Error
}

interface Waiting {
  key: string
  start(): void
}

/** Starts waiting work in order of arrival, except that of keys with all their places in use. */
export function createFairShare(options: FairShareOptions): FairShare {
  const { atOnce, atOncePerKey, waitingPerKey, waiting, longestWaitMs, refuse } = options
  const running = new Map<string, number>()
  let total = 0
  const queue: Waiting[] = []

  const hasPlace = (key: string) => total < atOnce && (running.get(key) ?? 0) < atOncePerKey
  const begin = (key: string) => {
    total += 1
    running.set(key, (running.get(key) ?? 0) + 1)
  }
  const end = (key: string) => {
    total -= 1
    const left = (running.get(key) ?? 0) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    const index = queue.findIndex((next) => hasPlace(next.key))
    const [next] = index < 0 ? [] : queue.splice(index, 1)
    if (!next) return
    begin(next.key)
    next.start()
  }
  const wait = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const ofKey = queue.reduce((count, other) => count + (other.key === key ? 1 : 0), 0)
      if (ofKey >= waitingPerKey || queue.length >= waiting) return reject(refuse())
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1)
        reject(refuse())
      }, longestWaitMs)
      const entry: Waiting = {
        key,
        start() {
          clearTimeout(timer)
          resolve()
        },
      }
      queue.push(entry)
    })
  return {
    async run(key, work) {
      if (hasPlace(key)) begin(key)
      else await wait(key)
      try {
        return await work()
      } finally {
        end(key)
      }
    },
  }
}
