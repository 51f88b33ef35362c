import { type Logger, silentLogger } from '../log.ts'

/** Detects overload by waits for a connection and delays of the event loop (docs/decisions/0106). */
export interface OverloadGuard {
  /** Whether to refuse visitors. */
  isOverloaded(): boolean
  /** Users wait for each other, and refusing visitors did not help. */
  isOverloadedByPeople(): boolean
  /**
   * Measures a wait for a connection.
   * @returns ends the measurement; call it once
   */
  waits(isOfPerson?: boolean): () => void
  close(): void
}

export interface OverloadOptions {
  /** A wait longer than this... */
  targetMs: number
  /** ...for at least this time is overload, not a burst. */
  standsMs: number
  /** For this long afterwards bursts are refused too, or the queue would grow again and again. */
  strictMs: number
  /** A wait above this is overload at once. */
  longestQueue: number
}

const usual: OverloadOptions = { targetMs: 100, standsMs: 500, strictMs: 2_000, longestQueue: 100 }

/** The embedded database has one connection, so a page with thirty queries forms a queue. */
export const embeddedOverload: OverloadOptions = {
  targetMs: 2_000,
  standsMs: 5_000,
  strictMs: 2_000,
  longestQueue: 500,
}

const tickMs = 20

/**
 * As CoDel does with packets (RFC 8289): a burst may queue, a persistent queue is refused. Times in milliseconds.
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

  // includes the delay since the timer was due
  const lateMs = () => Math.max(0, now() - tickAt - tickMs)
  const measureAll = () => {
    const ms = Math.max(lateMs(), everything.oldestMs())
    return everything.measure(ms, () => log.warn('server.overloaded', { waitMs: Math.round(ms) }))
  }
  // without lateness: a flood of visitors makes the loop late too
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
