import { type Logger, silentLogger } from '../log.ts'

/**
 * Notices when this process has more to do than it can, by what everybody feels: how long transactions wait for a connection,
 * and how late the event loop is (docs/decisions/0106).
 */
export interface OverloadGuard {
  /** Refuse visitors: a request that arrives now would wait, and make all others wait longer. */
  isOverloaded(): boolean
  /** Refuse people who are signed in too: they wait for each other, and refusing visitors has not ended it. */
  isOverloadedByPeople(): boolean
  /**
   * Begins to count a transaction's wait for its connection.
   *
   * @param isOfPerson whether it is of a person who is signed in
   * @returns call it once, when there is one, or none will come
   */
  waits(isOfPerson?: boolean): () => void
  close(): void
}

export interface OverloadOptions {
  /** A queue that is longer than this... */
  targetMs: number
  /** ...and has been for as long as this is no burst any more. */
  standsMs: number
  /** Once it was, bursts are refused as well for this long: else the queue would be let grow again and again. */
  strictMs: number
  /** A longer queue is none to wait in, however young. */
  longestQueue: number
}

const usual: OverloadOptions = { targetMs: 100, standsMs: 500, strictMs: 2_000, longestQueue: 100 }

/** The embedded database has one connection: a page of thirty questions is a queue of its own. */
export const embeddedOverload: OverloadOptions = {
  targetMs: 2_000,
  standsMs: 5_000,
  strictMs: 2_000,
  longestQueue: 500,
}

const tickMs = 20

/**
 * As CoDel does with packets (RFC 8289): a burst may queue, a queue that stands may not. Times in milliseconds.
 *
 * @param now a monotonic clock
 */
export function createOverloadGuard(
  options: OverloadOptions = usual,
  log: Pick<Logger, 'warn'> = silentLogger,
  now = () => performance.now(),
): OverloadGuard {
  const { standsMs, longestQueue } = options
  const everything = createQueue(options, now)
  const people = createQueue({ ...options, standsMs: standsMs * 2 }, now)
  let tickAt = now()

  // what ran since the timer was due has delayed it and all others
  const lateMs = () => Math.max(0, now() - tickAt - tickMs)
  const measureAll = () => {
    const ms = Math.max(lateMs(), everything.oldestMs())
    return everything.measure(ms, () => log.warn('server.overloaded', { waitMs: Math.round(ms) }))
  }
  // not by lateness: a flood of visitors makes the loop late too
  const measurePeople = () => {
    const ms = people.oldestMs()
    return people.measure(ms, () => log.warn('server.overloaded_by_people', { waitMs: Math.round(ms) }))
  }
  const timer = setInterval(() => {
    measureAll()
    measurePeople()
    tickAt = now()
  }, tickMs)
  timer.unref()
  return {
    isOverloaded: () => measureAll() || everything.length() >= longestQueue,
    isOverloadedByPeople: () => measurePeople() || people.length() >= longestQueue,
    waits(isOfPerson = false) {
      const queues = isOfPerson ? [everything, people] : [everything]
      const ends = queues.map((queue) => queue.add())
      return () => {
        for (const end of ends) end()
      }
    },
    close: () => clearInterval(timer),
  }
}

/** The transactions that wait for a connection, and since when they wait too long. */
function createQueue({ targetMs, standsMs, strictMs }: OverloadOptions, now: () => number) {
  // in order of arrival: the first has waited longest
  const waiting = new Set<{ since: number }>()
  /** Since when every measurement was over the target; null: the last was not. */
  let overSince: number | null = null
  let strictUntil = Number.NEGATIVE_INFINITY
  return {
    length: () => waiting.size,
    oldestMs() {
      const [first] = waiting
      return first ? now() - first.since : 0
    },
    add() {
      const entry = { since: now() }
      waiting.add(entry)
      return () => void waiting.delete(entry)
    },
    /** @param onBegin called as an overload begins. @returns whether there is one */
    measure(ms: number, onBegin: () => void): boolean {
      if (ms <= targetMs) {
        overSince = null
        return false
      }
      const at = now()
      overSince ??= at
      if (at - overSince < standsMs && at >= strictUntil) return false
      if (at >= strictUntil) onBegin()
      strictUntil = at + strictMs
      return true
    },
  }
}
