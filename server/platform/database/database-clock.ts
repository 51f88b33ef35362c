import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'

const everyMs = 10_000
/** What a busy machine makes of the way there and back is no difference between clocks. */
const noiseMs = 1_000

/** A clock that follows the database's. */
export interface FollowedClock extends Clock {
  stop(): void
}

/**
 * The database's time: servers whose own clocks are wrong agree with each other, and judge what expires alike
 * (docs/reliability.md F9). This machine's clock is corrected by a difference that is measured again every ten seconds, for
 * half of the time that the answer took is not known. One that cannot be measured stays as it was.
 *
 * @param ask the database's present time
 * @param own this machine's clock
 */
export async function followDatabaseClock(
  ask: () => Promise<Date>,
  log: Logger,
  own: Clock = { now: () => new Date() },
): Promise<FollowedClock> {
  let offsetMs = 0
  const measure = async () => {
    const before = own.now().getTime()
    const there = await ask().catch(() => null)
    if (!there) return
    const after = own.now().getTime()
    // the moment that was answered lies between the two
    const differsMs = Math.max(there.getTime() - after, before - there.getTime()) > noiseMs
    const measured = differsMs ? there.getTime() - (before + after) / 2 : 0
    if (Math.abs(measured - offsetMs) > noiseMs)
      log.warn('clock.differs_from_database', { seconds: Math.round(measured / 1_000) })
    offsetMs = measured
  }
  await measure()
  const timer = setInterval(() => void measure(), everyMs)
  timer.unref()
  return {
    now: () => new Date(own.now().getTime() + offsetMs),
    stop: () => clearInterval(timer),
  }
}
