import { type Logger, silentLogger } from '../log.ts'

/**
 * Notices when this process has more to do than it can, by what everybody feels: how long transactions wait for a connection,
 * and how late the event loop is (docs/decisions/0106).
 */
export interface OverloadGuard {
  /** Refuse what arrives now: it would wait, and make all others wait longer. */
  isOverloaded(): boolean
  /** Begins to count a transaction's wait for its connection. @returns call it once, when there is one, or none will come */
  waits(): () => void
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
  const { targetMs, standsMs, strictMs, longestQueue } = options
  // in order of arrival: the first has waited longest
  const waiting = new Set<{ since: number }>()
  let tickAt = now()
  /** Since when every measurement was over the target; null: the last was not. */
  let overSince: number | null = null
  let strictUntil = Number.NEGATIVE_INFINITY

  const oldestMs = () => {
    const [first] = waiting
    return first ? now() - first.since : 0
  }
  // what ran since the timer was due has kept it and all others waiting
  const lateMs = () => Math.max(0, now() - tickAt - tickMs)
  const measure = (ms: number) => {
    if (ms <= targetMs) {
      overSince = null
      return false
    }
    const at = now()
    overSince ??= at
    if (at - overSince >= standsMs || at < strictUntil) {
      if (at >= strictUntil) log.warn('server.overloaded', { waitMs: Math.round(ms) })
      strictUntil = at + strictMs
      return true
    }
    return false
  }
  const timer = setInterval(() => {
    measure(Math.max(lateMs(), oldestMs()))
    tickAt = now()
  }, tickMs)
  timer.unref()
  return {
    isOverloaded: () => measure(Math.max(lateMs(), oldestMs())) || waiting.size >= longestQueue,
    waits() {
      const entry = { since: now() }
      waiting.add(entry)
      return () => void waiting.delete(entry)
    },
    close: () => clearInterval(timer),
  }
}
