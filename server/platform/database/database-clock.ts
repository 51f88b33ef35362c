import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'

const everyMs = 10_000
/** Differences below this may be the round trip on a busy machine. */
const noiseMs = 1_000

export interface FollowedClock extends Clock {
  stop(): void
}

/**
 * Corrects this machine's clock to the database's every ten seconds, so that servers with wrong clocks agree on what has
 * expired (docs/reliability.md F9).
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
    // the database read its clock between `before` and `after`
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
