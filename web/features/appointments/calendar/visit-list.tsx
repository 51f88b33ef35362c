import type { ReactNode } from 'react'
import { dayHeading } from '#domain/appointments/visit-time.ts'
import { byDay } from '#domain/appointments/visits.ts'
import { Card } from '#web/components/ui/card.tsx'
import type { Provider, Room, TeamVisit, VisitType } from '../booking/queries.ts'
import type { VisitIntents } from '../booking/visit-menu.tsx'
import { VisitPhoneRow } from '../booking/visit-phone-row.tsx'
import { VisitRow } from '../booking/visit-row.tsx'
import { providerNameOf, providerShort } from '../provider-text.tsx'
import { useIsNarrow } from './use-is-narrow.ts'

/** Visits by day, under 'Today' or the full date (docs/specification.md B2.15). @param today the clinic's date */
export function VisitList({
  visits,
  types,
  providers,
  rooms,
  today,
  lessonOf,
  intents,
  onOpen,
}: {
  visits: readonly TeamVisit[]
  types: readonly VisitType[]
  providers: readonly Provider[]
  rooms: readonly Room[]
  today: string
  lessonOf?(visit: TeamVisit): ReactNode
  intents: VisitIntents
  /** on a phone */
  onOpen(visit: TeamVisit): void
}) {
  const isNarrow = useIsNarrow()
  const typeName = (visit: TeamVisit) => types.find(({ key }) => key === visit.type)?.name ?? visit.type
  const providerName = (visit: TeamVisit) => providerNameOf(visit, providers)
  const roomName = (visit: TeamVisit) => rooms.find(({ id }) => id === visit.roomId)?.name ?? null
  return (
    <div className="space-y-8">
      {byDay(visits).map(([date, list]) => (
        <section key={date} aria-labelledby={`day-${date}`}>
          <h2 id={`day-${date}`} className="mb-3 font-display text-h3 font-medium">
            <time dateTime={date}>{dayHeading(date, today)}</time>
          </h2>
          <Card className="py-0">
            <ul className="divide-y divide-line">
              {list.map((visit) =>
                isNarrow ? (
                  <VisitPhoneRow
                    key={visit.id}
                    visit={visit}
                    zone={visit.timeZone}
                    today={today}
                    detail={[typeName(visit), providerShort(visit, providers), roomName(visit)]
                      .filter(Boolean)
                      .join(' · ')}
                    onMark={(step) => intents.mark(visit, step)}
                    onOpen={() => onOpen(visit)}
                  />
                ) : (
                  <VisitRow
                    key={visit.id}
                    visit={visit}
                    typeName={typeName(visit)}
                    providerName={providerName(visit)}
                    roomName={roomName(visit)}
                    today={today}
                    lesson={lessonOf?.(visit)}
                    intents={intents}
                  />
                ),
              )}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  )
}
