import { deviceMs } from '../page/clock.ts'

/** The stream counts as alive for this long after its last data. */
const freshMs = 75_000
const pollMs = 30_000
/** Poll interval beside a live stream, for missed events. */
const slowPollMs = 5 * 60_000

let aliveAt = 0

/** A `refetchInterval` for queries that a topic refreshes: slow while the stream is alive. */
export function pollUnlessLive(): number {
  return deviceMs() - aliveAt < freshMs ? slowPollMs : pollMs
}

/** Called when the stream sends data, and when it ends. */
export function noteStream(isAlive: boolean): void {
  aliveAt = isAlive ? deviceMs() : 0
}
