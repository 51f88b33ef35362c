import { deviceZone, formatClock, formatDate } from '#domain/values/dates.ts'
import { useOtherZone, usePageZone } from '../lib/clinic/page-zone.ts'

/**
 * "Mar 4, 2027" as a <time>.
 *
 * @param value calendar date YYYY-MM-DD, or an ISO instant in `timeZone`, by default the page's
 */
export function DateText({ value, timeZone }: { value: string; timeZone?: string }) {
  const pageZone = usePageZone()
  return (
    <time dateTime={value} className="whitespace-nowrap tabular-nums">
      {formatDate(value, timeZone ?? pageZone)}
    </time>
  )
}

/**
 * "Mar 4, 2027, 10:42 AM" in the page's time zone, which is named if it is not the reader's. On a page without a zone it
 * is the reader's, named beside times of another zone.
 *
 * @param value ISO instant
 */
export function TimeText({ value, timeZone }: { value: string; timeZone?: string }) {
  const pageZone = usePageZone()
  const otherZone = useOtherZone()
  const zone = timeZone ?? pageZone
  return (
    <time dateTime={value} className="whitespace-nowrap tabular-nums">
      {formatDate(value, zone)},{' '}
      {zone ? formatClock(value, zone) : formatClock(value, deviceZone(), otherZone)}
    </time>
  )
}
