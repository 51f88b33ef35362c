import { calendarTexts } from '../texts/calendar.ts'
import { formatTime } from '../values/dates.ts'
import { timeOf } from '../values/zones.ts'
import type { Obstacle, PlannedDate } from './appointments.ts'
import { weekdayDate } from './visit-time.ts'

const texts = calendarTexts.move

/**
 * The sentence about an obstacle of a visit. Of `outside`, it says whether the provider is off, or when the provider works.
 *
 * @param about.provider name; null: the visit has no provider, so that only the clinic's closed days count
 * @param about.hours of that day, of the obstacle `outside`; absent: unknown
 */
export function obstacleText(
  obstacle: Obstacle,
  {
    provider,
    date,
    hours,
  }: { provider: string | null; date: string; hours?: Readonly<PlannedDate['hours']> },
): string {
  if (obstacle !== 'outside' || !hours) return texts.obstacles[obstacle]
  const day = weekdayDate(date)
  if (!provider) return hours.length > 0 ? texts.outside.closedThen(day) : texts.outside.closed(day)
  if (hours.length === 0) return texts.outside.off(provider, day)
  const clock = (minutes: number) => formatTime(`${date}T${timeOf(minutes)}:00Z`, 'UTC')
  return texts.outside.hours(
    provider,
    hours.map(({ from, until }) => `${clock(from)} – ${clock(until)}`).join(', '),
  )
}
