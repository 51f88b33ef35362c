/** docs/decisions/0061 */

import type { TimeRange } from '../appointments/free-times.ts'
import { hourMs } from '../values/durations.ts'

/** Days ahead that are offered. */
export const openedDays = 60
/** Up to this many hours, time is offered by the hour. */
const hourlyUpTo = 48

/**
 * The working time that a change adds, in order. A small amount is split by the hour, so that several patients can be
 * offered parts at once.
 *
 * @param before sorted and without overlaps, like `after`
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
