/** The source of time for everything except sign-in sessions and the log (docs/decisions/0004). */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export class AdjustableClock implements Clock {
  #offsetMs: number
  readonly #base: Clock

  constructor(offsetMs = 0, base: Clock = systemClock) {
    this.#offsetMs = offsetMs
    this.#base = base
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  now(): Date {
    return new Date(this.#base.now().getTime() + this.#offsetMs)
  }

  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs
  }

  /**
   * Moves forward by an ISO 8601 duration such as `P1M` or `PT90S`, calendar-correct in UTC.
   * @throws RangeError for a malformed or negative duration
   */
  advance(duration: string): Date {
    const step = Temporal.Duration.from(duration)
    if (step.sign < 0) throw new RangeError('a clock can only move forward')
    const now = this.now()
    const moved = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').add(step)
    this.#offsetMs += moved.epochMilliseconds - now.getTime()
    return this.now()
  }
}

/** @internal A clock for tests that moves only when they move it. */
export function frozenClock(start: string | Date): AdjustableClock {
  const at = new Date(start)
  return new AdjustableClock(0, { now: () => at })
}
