/** What a change of working hours opens for the waitlist (docs/decisions/0061). */

import type { TimeRange } from '../appointments/free-times.ts'
import { hourMs } from '../values/durations.ts'

/** How many days ahead a change of hours is offered. */
export const openedDays = 60
/** More than so many hours are offered stretch by stretch. */
const hourlyUpTo = 48

/**
 * What is worked after a change and was not before, in order. Little of it is cut by the hour, so that several people can be
 * offered theirs at the same time.
 *
 * @param before in order and without overlaps, as `after`
 */
export function openedTime(before: readonly TimeRange[], after: readonly TimeRange[]): TimeRange[] {
  const opened = after.flatMap((range) =>
    before.reduce<TimeRange[]>(
      (left, worked) =>
        left.flatMap(({ from, until }) =>
          [
            { from, until: Math.min(until, worked.from) },
            { from: Math.max(from, worked.until), until },
          ].filter((rest) => rest.from < rest.until),
        ),
      [range],
    ),
  )
  const hours = opened.reduce((sum, { from, until }) => sum + (until - from) / hourMs, 0)
  if (hours > hourlyUpTo) return opened
  return opened.flatMap(({ from, until }) =>
    Array.from({ length: Math.ceil((until - from) / hourMs) }, (_, index) => ({
      from: from + index * hourMs,
      until: Math.min(until, from + (index + 1) * hourMs),
    })),
  )
}
