import { formatDate, formatTime } from '#domain/dates.ts'

/**
 * "Mar 4, 2027" as a <time>; with `withTime` also "10:42 AM".
 *
 * @param value calendar date YYYY-MM-DD, or an ISO instant together with the clinic's zone
 */
export function DateText({
  value,
  timeZone,
  withTime = false,
}: {
  value: string
  timeZone?: string
  withTime?: boolean
}) {
  const date = formatDate(value, timeZone)
  return (
    <time dateTime={value} className="whitespace-nowrap tabular-nums">
      {withTime ? `${date}, ${formatTime(value, timeZone)}` : date}
    </time>
  )
}
