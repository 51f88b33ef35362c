import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { shortDay, visitClock, weekdayDate } from '#domain/appointments/visit-time.ts'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
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

/**
 * Two weeks of days with free times, then the times of the chosen day.
 *
 * @param today the clinic's date @param near the day that is shown first
 */
export function PickTime({
  slug,
  wish,
  today,
  near = today,
  present,
  isBusy,
  noTime,
  onPick,
}: {
  slug: string
  wish: Omit<FreeTimesWish, 'from' | 'days'>
  today: string
  near?: string | undefined
  /** the start of the visit that moves, which is not a new time */
  present?: string | undefined
  isBusy: boolean
  /** other ways to a visit while no time is free */
  noTime: ReactNode
  onPick(time: FreeTime): void
}) {
  const [from, setFrom] = useState(() => pageWith(near, today))
  const [day, setDay] = useState<string | null>(near)
  const found = useQuery({
    ...freeTimesQuery(slug, { ...wish, from, days: daysShown }),
    placeholderData: keepPreviousData,
  })
  if (found.isPending) return <Skeleton className="h-40 rounded-card" />
  if (!found.data) return <ErrorState title={texts.failed} onRetry={() => void found.refetch()} />
  const { timeZone } = found.data
  const byDate = new Map<string, Map<string, FreeTime>>()
  for (const time of found.data.times) {
    if (present && Date.parse(time.startsAt) === Date.parse(present)) continue
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
                variant={date === chosen ? 'primary' : 'outline'}
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
        <fieldset aria-label={texts.times(weekdayDate(chosen))}>
          <p className="mb-3 font-semibold">{texts.times(weekdayDate(chosen))}</p>
          <div className="space-y-4">
            {inParts(unique(byDate.get(chosen) ?? new Map()), timeZone).map(({ part, times }) => (
              <fieldset key={part} aria-label={texts.parts[part]}>
                <p aria-hidden="true" className="mb-2 text-form text-muted">
                  {texts.parts[part]}
                </p>
                <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
                  {times.map((time) => (
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
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}

const parts = [
  { part: 'morning', until: '12:00' },
  { part: 'afternoon', until: '17:00' },
  { part: 'evening', until: '24:00' },
] as const

function inParts(times: readonly FreeTime[], timeZone: string) {
  const clockOf = ({ startsAt }: FreeTime) => wallClock(Date.parse(startsAt), timeZone).time
  return parts
    .map(({ part, until }, index) => {
      const from = parts[index - 1]?.until ?? '00:00'
      return { part, times: times.filter((time) => clockOf(time) >= from && clockOf(time) < until) }
    })
    .filter(({ times: some }) => some.length > 0)
}

/** The first day of the two weeks from today on that hold a day. */
function pageWith(day: string, today: string): string {
  let from = today
  while (addDays(from, daysShown) <= day) from = addDays(from, daysShown)
  return from
}
