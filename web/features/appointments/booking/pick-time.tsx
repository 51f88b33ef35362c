import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { longDate, shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { ownAppointmentTexts } from '#domain/texts/appointments.ts'
import { addDays, wallClock } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { type FreeTimesWish, freeTimesQuery } from './queries.ts'

const texts = ownAppointmentTexts.booking
const daysShown = 14

export interface FreeTime {
  startsAt: string
  providerId: string
}

/** Two weeks of days with free times, then the times of the chosen day. @param today the clinic's date */
export function PickTime({
  slug,
  wish,
  today,
  isBusy,
  noTime,
  onPick,
}: {
  slug: string
  wish: Omit<FreeTimesWish, 'from' | 'days'>
  today: string
  isBusy: boolean
  /** other ways to a visit while no time is free */
  noTime: ReactNode
  onPick(time: FreeTime): void
}) {
  const [from, setFrom] = useState(today)
  const [day, setDay] = useState<string | null>(null)
  const found = useQuery({
    ...freeTimesQuery(slug, { ...wish, from, days: daysShown }),
    placeholderData: keepPreviousData,
  })
  if (found.isPending) return <Skeleton className="h-40 rounded-card" />
  if (!found.data) return <ErrorState title={texts.failed} onRetry={() => void found.refetch()} />
  const { timeZone } = found.data
  const byDate = new Map<string, Map<string, FreeTime>>()
  for (const time of found.data.times) {
    const { date, time: clock } = wallClock(Date.parse(time.startsAt), timeZone)
    const times = byDate.get(date) ?? new Map<string, FreeTime>()
    // the first of several free providers: "first available"
    if (!times.has(time.startsAt + clock)) times.set(time.startsAt + clock, time)
    byDate.set(date, times)
  }
  const unique = (times: Map<string, FreeTime>) => [
    ...new Map([...times.values()].map((each) => [each.startsAt, each])).values(),
  ]
  const dates = [...byDate.keys()]
  const chosen = day && byDate.has(day) ? day : dates[0]
  return (
    <div className="space-y-6" aria-busy={found.isFetching || undefined}>
      <fieldset aria-label={texts.days}>
        <div className="mb-3 flex items-center justify-between gap-3">
          <p className="font-semibold">{texts.days}</p>
          <span className="flex gap-2">
            <Button
              variant="outline"
              size="small"
              disabled={from <= today}
              onClick={() => setFrom(addDays(from, -daysShown) < today ? today : addDays(from, -daysShown))}
            >
              <ChevronLeft aria-hidden />
              {texts.earlier}
            </Button>
            <Button variant="outline" size="small" onClick={() => setFrom(addDays(from, daysShown))}>
              {texts.later}
              <ChevronRight aria-hidden />
            </Button>
          </span>
        </div>
        {dates.length === 0 ? (
          <>
            <p className="text-muted">{texts.none}</p>
            {noTime}
          </>
        ) : (
          <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
            {dates.map((date) => (
              <Button
                key={date}
                variant={date === chosen ? 'tint' : 'outline'}
                size="small"
                aria-pressed={date === chosen}
                onClick={() => setDay(date)}
              >
                {shortDay(date)}
              </Button>
            ))}
          </div>
        )}
      </fieldset>
      {chosen && (
        <fieldset aria-label={texts.times(longDate(chosen))}>
          <p className="mb-3 font-semibold">{texts.times(longDate(chosen))}</p>
          <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
            {unique(byDate.get(chosen) ?? new Map()).map((time) => (
              <Button
                key={time.startsAt}
                variant="outline"
                size="small"
                disabled={isBusy}
                onClick={() => onPick(time)}
              >
                {visitClock({ startsAt: time.startsAt, timeZone }, timeZone)}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
