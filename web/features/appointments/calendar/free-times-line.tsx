import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay, visitClock, weekdayDate } from '#domain/appointments/visit-time.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { calendarTexts } from '#domain/texts/calendar.ts'
import { addDays, wallClock, weekdayOf } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { type FreeTimesWish, freeTimesQuery } from '../booking/queries.ts'

const texts = appointmentPageTexts.dialog
const shownAtFirst = 12

/**
 * Free times of the chosen day, to select one; without any, the next one on a later day.
 * @param time HH:mm in the clinic's time zone
 */
export function FreeTimesLine({
  clinic,
  wish,
  time,
  onPick,
}: {
  clinic: Clinic
  wish: Omit<FreeTimesWish, 'days'>
  time: string
  onPick(time: string, providerId: string, day: string): void
}) {
  const [showsAll, setShowsAll] = useState(false)
  const found = useQuery(freeTimesQuery(clinic.subdomain, { ...wish, days: 1 }))
  if (wish.appointmentType === '' || wish.from === '') return null
  if (found.isPending) return <Skeleton className="h-11 rounded-control" />
  if (!found.data) return <p className="text-note text-muted">{texts.freeFailed}</p>
  const { timeZone } = found.data
  const times = new Map<string, { startsAt: string; providerId: string }>()
  for (const each of found.data.times) {
    const clock = wallClock(Date.parse(each.startsAt), timeZone).time
    if (!times.has(clock)) times.set(clock, each)
  }
  const day = shortDay(wish.from)
  const shown = [...times].slice(0, showsAll ? undefined : shownAtFirst)
  return (
    <fieldset aria-label={texts.freeOn(day)}>
      {times.size === 0 ? (
        <NoneFree {...{ clinic, wish, onPick }} />
      ) : (
        <>
          <p className="mb-2 text-note text-muted">{texts.freeOn(day)}</p>
          <div className="flex flex-wrap gap-2">
            {shown.map(([clock, { startsAt, providerId }]) => (
              <Button
                key={startsAt}
                variant={clock === time ? 'tint' : 'outline'}
                size="small"
                aria-pressed={clock === time}
                onClick={() => onPick(clock, providerId, wish.from)}
              >
                {/* in the clinic's time zone, as in the field above */}
                {visitClock({ startsAt, timeZone }, timeZone)}
              </Button>
            ))}
            {times.size > shown.length && (
              <Button variant="quiet" size="small" onClick={() => setShowsAll(true)}>
                {texts.freeMore}
              </Button>
            )}
          </div>
        </>
      )}
    </fieldset>
  )
}

const daysSearched = 31

/** Why the day has no free time, and the next day that has one. */
function NoneFree({
  clinic,
  wish,
  onPick,
}: {
  clinic: Clinic
  wish: Omit<FreeTimesWish, 'days'>
  onPick(time: string, providerId: string, day: string): void
}) {
  const from = addDays(wish.from, 1)
  const later = useQuery(freeTimesQuery(clinic.subdomain, { ...wish, from, days: daysSearched }))
  const hours = clinic.opening_hours
  const isClosed = hours.length > 0 && hours.every(({ day }) => day !== weekdayOf(wish.from))
  const [next] = later.data?.times ?? []
  const at = next && later.data ? wallClock(Date.parse(next.startsAt), later.data.timeZone) : null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="text-note text-muted">
        {isClosed
          ? calendarTexts.move.outside.closed(weekdayDate(wish.from))
          : texts.freeNone(shortDay(wish.from))}
      </p>
      {next && at && (
        <Button variant="outline" size="small" onClick={() => onPick(at.time, next.providerId, at.date)}>
          {texts.freeNext(
            shortDay(at.date),
            visitClock({ startsAt: next.startsAt, timeZone: clinic.time_zone }, clinic.time_zone),
          )}
        </Button>
      )}
    </div>
  )
}
