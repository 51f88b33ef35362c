import { obstacleText } from '#domain/appointments/obstacle-text.ts'
import { dayHeading, visitSpan } from '#domain/appointments/visit-time.ts'
import { badgeOf } from '#domain/appointments/visits.ts'
import { placeOf, workOn } from '#domain/calendar/grid.ts'
import { appointmentPageTexts, appointmentTexts } from '#domain/texts/appointments.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { Card } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import type { Provider, VisitType } from '../booking/queries.ts'
import { VisitPhoneRow } from '../booking/visit-phone-row.tsx'
import { providerShort } from '../provider-text.tsx'
import { exceptionsOf, workingOf } from './calendar-columns.ts'
import type { CalendarHours, CalendarVisit } from './calendar-queries.ts'

interface Room {
  id: string
  name: string
}

interface ListProps {
  dates: readonly string[]
  today: string
  zone: string
  provider: string
  visits: readonly CalendarVisit[]
  hours: CalendarHours
  types: readonly VisitType[]
  providers: readonly Provider[]
  rooms: readonly Room[]
}

export function CalendarList({ onOpen, ...props }: ListProps & { onOpen(visit: CalendarVisit): void }) {
  const { dates, today, zone, provider, visits, types, providers, rooms } = props
  return (
    <div className="space-y-6 print:hidden">
      {dates.map((date) => {
        const here = visits.filter((visit) => visit.date === date)
        const notes = notesOn(date, props)
        return (
          <section key={date} aria-labelledby={`list-${date}`}>
            {/* a single day is the calendar's title */}
            <h3
              id={`list-${date}`}
              className={dates.length === 1 ? 'sr-only' : 'mb-2 font-display text-lead font-medium'}
            >
              {dayHeading(date, today)}
            </h3>
            {notes && <p className="mb-2 text-note text-muted">{notes}</p>}
            {here.length === 0 ? (
              <p className="text-form text-muted">{texts.none}</p>
            ) : (
              <Card className="py-0">
                <ul className="divide-y divide-line">
                  {here.map((visit) => (
                    <VisitPhoneRow
                      key={visit.id}
                      visit={visit}
                      zone={zone}
                      today={today}
                      detail={describe(visit, types, provider ? [] : providers, rooms)}
                      warning={absenceOf(visit, props)}
                      onOpen={() => onOpen(visit)}
                    />
                  ))}
                </ul>
              </Card>
            )}
          </section>
        )
      })}
    </div>
  )
}

/** For printing: a table per day, without notes, and with the time of printing. */
export function PrintedCalendar({
  title,
  printedAt,
  ...props
}: ListProps & { title: string; printedAt: string }) {
  const { dates, today, zone, visits, types, providers, rooms } = props
  const { printed } = texts
  return (
    <div className="hidden print:block">
      <h2 className="font-display text-h3 font-medium">{title}</h2>
      <p className="mb-6 text-note text-muted">{printed.asOf(printedAt, zone)}</p>
      {dates.map((date, index) => {
        const here = visits.filter((visit) => visit.date === date)
        const notes = notesOn(date, props)
        if (here.length === 0 && !notes && dates.length > 1) return null
        return (
          <section key={date} className={cn('break-inside-avoid', index > 0 && 'mt-6')}>
            <h3 className="mb-2 font-semibold">{dayHeading(date, '')}</h3>
            {notes && <p className="mb-2 text-note">{notes}</p>}
            {here.length === 0 ? (
              <p>{texts.none}</p>
            ) : (
              <table className="table table-fixed">
                <thead>
                  <tr>
                    <th scope="col">{printed.time}</th>
                    <th scope="col">{printed.patient}</th>
                    <th scope="col">{printed.type}</th>
                    <th scope="col">{printed.provider}</th>
                    {rooms.length > 0 && <th scope="col">{printed.room}</th>}
                  </tr>
                </thead>
                <tbody>
                  {here.map((visit) => {
                    const badge = badgeOf(visit, today)
                    return (
                      <tr key={visit.id}>
                        <td>{visitSpan({ ...visit, timeZone: zone })}</td>
                        <td>{visit.patientName}</td>
                        <td>
                          {describe(visit, types, [], [])}
                          {badge !== 'today' &&
                            badge !== 'upcoming' &&
                            `, ${appointmentTexts.statuses[badge]}`}
                          {visit.status === 'upcoming' &&
                            visit.confirmedAt &&
                            `, ${appointmentPageTexts.confirmed}`}
                        </td>
                        <td>{providers.find(({ id }) => id === visit.providerId)?.name ?? texts.nobody}</td>
                        {rooms.length > 0 && <td>{rooms.find(({ id }) => id === visit.roomId)?.name}</td>}
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            )}
          </section>
        )
      })}
    </div>
  )
}

/** The sentence about a planned visit outside of its provider's hours, which the grid hatches. */
function absenceOf(visit: CalendarVisit, { today, zone, hours, providers }: ListProps): string | null {
  if (visit.status !== 'upcoming' || visit.date < today) return null
  const working = workingOf(hours, visit.providerId)
  if (!working) return null
  const { from, until } = placeOf(visit.startsAt, visit.durationMinutes, zone)
  const work = workOn(visit.date, working)
  if (work.some((span) => span.from <= from && until <= span.until)) return null
  const provider = providers.find(({ id }) => id === visit.providerId)?.name ?? null
  return obstacleText('outside', { provider, date: visit.date, hours: work })
}

/** "Thanksgiving Day · Elena Ruiz: Training, 1:00 – 2:30 PM". */
function notesOn(date: string, { provider, hours, providers }: ListProps): string {
  const column = { key: date, date, providerId: provider || undefined }
  return exceptionsOf(column, hours.exceptions, providers)
    .map(({ line }) => line)
    .join(' · ')
}

function describe(
  visit: CalendarVisit,
  types: readonly VisitType[],
  providers: readonly Provider[],
  rooms: readonly Room[],
): string {
  const type = types.find(({ key }) => key === visit.type)?.name ?? visit.type
  const provider = providerShort(visit, providers)
  const room = rooms.find(({ id }) => id === visit.roomId)?.name
  return [type, provider, room].filter(Boolean).join(' · ')
}
