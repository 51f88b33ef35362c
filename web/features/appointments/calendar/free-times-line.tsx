import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { wallClock } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { type FreeTimesWish, freeTimesQuery } from '../booking/queries.ts'

const texts = appointmentPageTexts.dialog
const shownAtFirst = 12

/** Free times of the chosen day, to select one. @param time HH:mm in the clinic's time zone */
export function FreeTimesLine({
  slug,
  wish,
  time,
  onPick,
}: {
  slug: string
  wish: Omit<FreeTimesWish, 'days'>
  time: string
  onPick(time: string, providerId: string): void
}) {
  const [showsAll, setShowsAll] = useState(false)
  const found = useQuery(freeTimesQuery(slug, { ...wish, days: 1 }))
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
        <p className="text-note text-muted">{texts.freeNone(day)}</p>
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
                onClick={() => onPick(clock, providerId)}
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
