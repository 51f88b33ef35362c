import { type Logger, silentLogger } from '../log.ts'

/** Detects overload by waits for a connection and delays of the event loop (docs/decisions/0106). */
export interface OverloadGuard {
  /** Whether to refuse visitors. */
  isOverloaded(): boolean
  /** Users wait for each other, and refusing visitors did not help. */
  isOverloadedByPeople(): boolean
  /**
   * Measures a wait for a connection.
   * @param isWrite may wait longer: reads have their own connections while a disk stalls
   * @returns ends the measurement; call it once
   */
  waits(isOfPerson?: boolean, isWrite?: boolean): () => void
  close(): void
}

export interface OverloadOptions {
  /** A wait longer than this... */
  targetMs: number
  /** ...for at least this time is overload, not a burst. */
  standsMs: number
  /** For this long afterwards bursts are refused too, or the queue would grow again and again. */
  strictMs: number
  /** A longer queue is overload at once. */
  longestQueue: number
  /** How many times longer writes may wait than reads, while a disk stalls. */
  writePatience: number
}

const usual: OverloadOptions = {
  targetMs: 100,
  standsMs: 500,
  strictMs: 2_000,
  longestQueue: 100,
  writePatience: 4,
}

/** The embedded database has one connection, so a page with thirty queries forms a queue. */
export const embeddedOverload: OverloadOptions = {
  targetMs: 2_000,
  standsMs: 5_000,
  strictMs: 2_000,
  longestQueue: 500,
  writePatience: 1,
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
  const { standsMs, longestQueue, writePatience } = options
  const createQueues = (times: number) => ({
    reads: createQueue({ ...options, standsMs: standsMs * times }, now),
    writes: createQueue({ ...options, standsMs: standsMs * times * writePatience }, now),
  })
  const everything = createQueues(1)
  const people = createQueues(2)
  let tickAt = now()

  // includes the delay since the timer was due
  const lateMs = () => Math.max(0, now() - tickAt - tickMs)
  const isOver = ({ reads, writes }: typeof everything, late: number, event: string) => {
    const isMeasuredOver = (queue: typeof reads, ms: number) =>
      queue.measure(ms, () => log.warn(event, { waitMs: Math.round(ms) }))
    // both are measured, since a measurement also ends an overload
    const isOverByWrites = isMeasuredOver(writes, writes.oldestMs())
    return isMeasuredOver(reads, Math.max(late, reads.oldestMs())) || isOverByWrites
  }
  const lengthOf = ({ reads, writes }: typeof everything) => reads.length() + writes.length()
  const measureAll = () => isOver(everything, lateMs(), 'server.overloaded')
  // without lateness: a flood of visitors makes the loop late too
  const measurePeople = () => isOver(people, 0, 'server.overloaded_by_people')
  const timer = setInterval(() => {
    measureAll()
    measurePeople()
    tickAt = now()
  }, tickMs)
  timer.unref()
  return {
    isOverloaded: () => measureAll() || lengthOf(everything) >= longestQueue,
    isOverloadedByPeople: () => measurePeople() || lengthOf(people) >= longestQueue,
    waits(isOfPerson = false, isWrite = false) {
      const groups = isOfPerson ? [everything, people] : [everything]
      const ends = groups.map(({ reads, writes }) => (isWrite ? writes : reads).add())
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
