import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { deskDay, nextDay } from '#domain/appointments/desk-day.ts'
import { weekdayDate } from '#domain/appointments/visit-time.ts'
import type { VisitStep } from '#domain/appointments/visits.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { appointmentPageTexts, visitCardTexts } from '#domain/texts/appointments.ts'
import { formatClock } from '#domain/values/dates.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { AvatarsOf } from '#web/components/people/person-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import {
  providersQuery,
  roomsQuery,
  type TeamVisit,
  visitsQuery,
  visitTypesQuery,
} from '../booking/queries.ts'
import { useVisitActions } from '../booking/use-visit-actions.ts'
import { providerNameOf } from '../provider-text.tsx'
import { DeskRow, NextVisit } from './desk-rows.tsx'

const texts = visitCardTexts
/** docs/specification.md B2.9 */
const mostLater = 3
const mostOfADay = 200

export function todayVisitsQueries({ subdomain: slug, time_zone: zone }: Clinic) {
  const today = dateIn(serverNow(), zone)
  return [
    visitsQuery(slug, { filter: 'today', search: '', today, size: mostOfADay, daysBack: 0 }),
    visitTypesQuery(slug),
    providersQuery(slug),
    roomsQuery(slug),
  ] as const
}

/** The reads that decide the height of the day's visits; those of the next working day once this one is over. */
export function useDeskDay(clinic: Clinic, enabled = true) {
  const today = dateIn(serverNow(), clinic.time_zone)
  const [visitsRead, typesRead] = todayVisitsQueries(clinic)
  const visits = useQuery({ ...visitsRead, enabled })
  const types = useQuery({ ...typesRead, enabled })
  const day = visits.data && deskDay(visits.data, serverNow())
  const isDayOver = day?.ahead.length === 0
  const coming = useQuery({
    ...visitsQuery(clinic.subdomain, { filter: 'upcoming', search: '', today, size: 40, daysBack: 0 }),
    enabled: enabled && isDayOver,
  })
  const reads = isDayOver ? [visits, types, coming] : [visits, types]
  return { reads, day, isDayOver, types, coming, isPending: enabled && reads.some((read) => read.isPending) }
}

/** The day's visits in order: finished ones, begun ones, Next Appointment, Later Today (docs/specification.md B2.9). */
export function TodayVisits({
  clinic,
  lessonOf,
}: {
  clinic: Clinic
  lessonOf?(visit: TeamVisit): ReactNode
}) {
  const id = useId()
  const mayWrite = useCan()('appointments:write')
  return (
    <Card role="region" aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <CardTitle id={id}>{texts.title}</CardTitle>
        {mayWrite && (
          <Button asChild size="small">
            <Link to={withClinic(withQuery(paths.appointments, { schedule: '1' }))}>
              <CalendarPlus aria-hidden />
              {texts.schedule}
            </Link>
          </Button>
        )}
      </div>
      <Visits clinic={clinic} lessonOf={lessonOf} mayWrite={mayWrite} />
      <p className="mt-3">
        <Link to={withClinic(paths.appointments)} className="link text-form">
          {texts.all}
        </Link>
      </p>
    </Card>
  )
}

function Visits({
  clinic,
  lessonOf,
  mayWrite,
}: {
  clinic: Clinic
  lessonOf: ((visit: TeamVisit) => ReactNode) | undefined
  mayWrite: boolean
}) {
  const slug = clinic.subdomain
  const today = dateIn(serverNow(), clinic.time_zone)
  const [, , providersRead, roomsRead] = todayVisitsQueries(clinic)
  const providers = useQuery(providersRead)
  const rooms = useQuery(roomsRead)
  const { reads, day, isDayOver, types, coming, isPending } = useDeskDay(clinic)
  const { mark } = useVisitActions(slug)
  if (isPending)
    return (
      <Loading>
        <Skeleton className="h-80" />
      </Loading>
    )
  if (!day || reads.some(({ data }) => data === undefined))
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => {
          for (const read of reads) void read.refetch()
        }}
      />
    )
  const ahead = isDayOver ? nextDay(coming.data ?? [], today) : day.ahead
  const [next, ...later] = ahead
  const dayName = next && next.date !== today ? weekdayDate(next.date) : null
  const rowOf = (visit: TeamVisit) => ({
    visit,
    today,
    typeName: types.data?.find(({ key }) => key === visit.type)?.name ?? visit.type,
    providerName: providerNameOf(visit, providers.data),
    roomName: rooms.data?.find(({ id }) => id === visit.roomId)?.name,
    onMark: (step: VisitStep) => mark.isPending || mark.mutate({ visit, step }),
  })
  const rowsOf = (list: readonly TeamVisit[]) => (
    <ul className="divide-y divide-line">
      {list.map((visit) => (
        <DeskRow key={visit.id} {...rowOf(visit)} />
      ))}
    </ul>
  )
  const hasBegun = day.done.length + day.open.length + day.current.length > 0
  return (
    <AvatarsOf userIds={[...day.current, ...(next ? [next] : [])].map((visit) => visit.patientUserId)}>
      <div className="space-y-4">
        {day.done.length > 0 && <Done count={day.done.length}>{rowsOf(day.done)}</Done>}
        {day.open.length > 0 && rowsOf(day.open)}
        {day.current.length > 0 && (
          <ul className="space-y-4">
            {day.current.map((visit) => (
              <NextVisit key={visit.id} {...rowOf(visit)} lesson={lessonOf?.(visit)} />
            ))}
          </ul>
        )}
        {(hasBegun || !isDayOver) && <Now timeZone={clinic.time_zone} />}
        {isDayOver && <p className="text-muted">{hasBegun ? texts.noneLater : texts.noneToday}</p>}
        {next ? (
          <Part title={dayName ? texts.nextOn(dayName) : texts.next}>
            <ul>
              <NextVisit {...rowOf(next)} lesson={lessonOf?.(next)} />
            </ul>
          </Part>
        ) : (
          <p className="text-muted">{texts.none}</p>
        )}
        {next && (later.length > 0 || !dayName) && (
          <Part title={dayName ? texts.alsoOn(dayName) : texts.later}>
            {later.length > 0 ? (
              <Later visits={later} rowsOf={rowsOf} />
            ) : (
              <p className="text-muted">{texts.noneLater}</p>
            )}
          </Part>
        )}
        {mayWrite && !isDayOver && (
          <p className="text-note text-muted max-sm:hidden">{appointmentPageTexts.keys}</p>
        )}
      </div>
    </AvatarsOf>
  )
}

function Later({
  visits,
  rowsOf,
}: {
  visits: readonly TeamVisit[]
  rowsOf(visits: readonly TeamVisit[]): ReactNode
}) {
  const [isWhole, setWhole] = useState(false)
  const hidden = visits.length - mostLater
  return (
    <>
      {rowsOf(isWhole ? visits : visits.slice(0, mostLater))}
      {hidden > 0 && !isWhole && (
        <Button variant="link" onClick={() => setWhole(true)}>
          {texts.more(hidden)}
        </Button>
      )}
    </>
  )
}

/** Finished visits, folded. */
function Done({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.hideDone : texts.done(count)}
      </Button>
      {isOpen && children}
    </div>
  )
}

function Now({ timeZone }: { timeZone: string }) {
  return (
    <p className="flex items-center gap-3 text-note font-semibold whitespace-nowrap text-primary tabular-nums">
      {texts.now(formatClock(serverNow(), timeZone))}
      <span aria-hidden className="h-0.5 flex-1 rounded-full bg-primary" />
    </p>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-form font-semibold text-muted">
        {title}
      </h3>
      {children}
    </section>
  )
}
