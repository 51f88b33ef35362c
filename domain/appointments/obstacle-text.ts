import { calendarTexts } from '../texts/calendar.ts'
import { formatTime } from '../values/dates.ts'
import { timeOf, weekdayOf } from '../values/zones.ts'
import type { Obstacle, PlannedDate } from './appointments.ts'
import { weekdayDate } from './visit-time.ts'

const texts = calendarTexts.move

/**
 * The sentence about an obstacle of a visit. With `hours`, it says whether the clinic is closed, the provider is off, or
 * when the provider works.
 *
 * @param about.provider name; null: the visit has no provider, so that only the clinic's closed days count
 * @param about.hours of that day, of an obstacle outside of them; absent: unknown
 * @param about.opening the clinic's weekly hours: on a closed day, the clinic is the reason and not the provider
 */
export function obstacleText(
  obstacle: Obstacle,
  {
    provider,
    date,
    hours,
    opening = [],
  }: {
    provider: string | null
    date: string
    hours?: Readonly<PlannedDate['hours']>
    opening?: readonly { day: number }[]
  },
): string {
  if (obstacle === 'nobody' && provider && !hours) return texts.notFree(provider)
  if (!hours || (obstacle !== 'outside' && (obstacle !== 'nobody' || !provider)))
    return texts.obstacles[obstacle]
  const day = weekdayDate(date)
  if (!provider) return hours.length > 0 ? texts.outside.closedThen(day) : texts.outside.closed(day)
  const isClosed = opening.length > 0 && opening.every((span) => span.day !== weekdayOf(date))
  if (hours.length === 0) return isClosed ? texts.outside.closed(day) : texts.outside.off(provider, day)
  const clock = (minutes: number) => formatTime(`${date}T${timeOf(minutes)}:00Z`, 'UTC')
  return texts.outside.hours(
    provider,
    hours.map(({ from, until }) => `${clock(from)} – ${clock(until)}`).join(', '),
  )
}
