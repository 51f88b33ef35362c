import { useEffect, useRef } from 'react'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { minutesOf } from '#domain/values/zones.ts'
import { cn } from '#web/components/ui/class-names.ts'
import type { Provider } from '../booking/queries.ts'
import { exceptionsOf, wallTime } from './calendar-columns.ts'
import type { CalendarHours, CalendarVisit } from './calendar-queries.ts'
import { ShortName } from './visit-block.tsx'
import type { VisitColor } from './visit-colors.ts'

const shownOnDay = 3
const exceptionsShownOnDay = 2

export function CalendarMonth({
  days,
  on,
  today,
  zone,
  provider,
  visits,
  hours,
  providers,
  colorOf,
  onDay,
  onOpen,
}: {
  days: readonly string[]
  on: string
  /** in the clinic's time zone */
  today: string
  zone: string
  provider: string
  visits: readonly CalendarVisit[]
  hours: CalendarHours
  providers: readonly Provider[]
  colorOf(visit: CalendarVisit): VisitColor | undefined
  onDay(date: string): void
  onOpen(visit: CalendarVisit): void
}) {
  const clock = ({ startsAt }: CalendarVisit) => visitClock({ startsAt, timeZone: zone }, zone)
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7))
  const week = useRef<HTMLTableRowElement>(null)
  // late in a month, the current week is below the fold
  useEffect(() => week.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div className="card overflow-hidden print:hidden">
      <table className="calendar-month">
        <thead>
          <tr>
            {days.slice(0, 7).map((date) => (
              <th key={date} scope="col">
                <abbr title={weekday(date, 'long')}>{weekday(date, 'short')}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((dates) => (
            <tr
              key={dates[0]}
              ref={dates.includes(today) ? week : undefined}
              className="max-md:scroll-mb-24 md:scroll-mb-4"
            >
              {dates.map((date) => {
                const here = visits.filter((visit) => visit.date === date)
                const column = { key: date, date, providerId: provider || undefined }
                const exceptions = exceptionsOf(column, hours.exceptions, providers)
                return (
                  <td key={date} className={cn(date.slice(0, 7) !== on.slice(0, 7) && 'calendar-elsewhere')}>
                    <button
                      type="button"
                      className="calendar-date"
                      aria-current={date === today ? 'date' : undefined}
                      aria-label={texts.countOn(shortDay(date), here.length)}
                      onClick={() => onDay(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                    {here.length > 0 && (
                      <span
                        aria-hidden
                        className="block text-center text-note font-semibold text-primary sm:hidden"
                      >
                        {here.length}
                      </span>
                    )}
                    <div className="calendar-month-visits hidden space-y-1 sm:block">
                      {exceptions.slice(0, exceptionsShownOnDay).map(({ id, label, line }) => (
                        <p key={id} className="truncate px-1.5 text-note text-muted" title={line}>
                          {label}
                        </p>
                      ))}
                      {here.slice(0, shownOnDay).map((visit) => (
                        <button
                          key={visit.id}
                          type="button"
                          data-state={visit.status}
                          className="calendar-line clinic-color"
                          data-clinic-color={colorOf(visit)?.hue}
                          onClick={() => onOpen(visit)}
                        >
                          <span aria-hidden className="calendar-initials ml-0">
                            {colorOf(visit)?.initials}
                          </span>
                          <span className="flex-none tabular-nums">
                            <span className="sr-only">{clock(visit)}</span>
                            <span aria-hidden className="calendar-full">
                              {clock(visit)}
                            </span>
                            <span aria-hidden className="calendar-brief">
                              {wallTime(minutesOf(visit.time))}
                            </span>
                          </span>
                          <span className="truncate font-semibold">
                            <ShortName name={visit.patientName} />
                          </span>
                        </button>
                      ))}
                      {here.length > shownOnDay && (
                        <button
                          type="button"
                          className="calendar-line text-muted"
                          onClick={() => onDay(date)}
                        >
                          {texts.more(here.length - shownOnDay)}
                        </button>
                      )}
                    </div>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function weekday(date: string, style: 'long' | 'short'): string {
  return new Intl.DateTimeFormat('en-US', { weekday: style, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}
