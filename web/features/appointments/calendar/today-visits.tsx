import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { shortDay, visitSpan } from '#domain/appointments/visit-time.ts'
import type { VisitStep } from '#domain/appointments/visits.ts'
import { paths, personPath, withQuery } from '#domain/paths.ts'
import { appointmentPageTexts, visitCardTexts } from '#domain/texts/appointments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { AvatarsOf, PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import {
  openVisitsQuery,
  providersQuery,
  roomsQuery,
  type TeamVisit,
  visitsQuery,
  visitTypesQuery,
} from '../booking/queries.ts'
import { useVisitActions } from '../booking/use-visit-actions.ts'
import { VisitBadge } from '../booking/visit-badge.tsx'
import { progressOf, StepButtons, useVisitKeys } from '../booking/visit-steps.tsx'

const texts = visitCardTexts
const mostLater = 3

export function todayVisitsQueries({ subdomain: slug, time_zone: zone }: Clinic) {
  const today = dateIn(serverNow(), zone)
  return [
    visitsQuery(slug, { filter: 'upcoming', search: '', today, size: 40, daysBack: 0 }),
    visitTypesQuery(slug),
    providersQuery(slug),
    roomsQuery(slug),
    openVisitsQuery(slug),
  ] as const
}

/** Next Appointment and Later Today (docs/specification.md B2.9). */
export function TodayVisits({
  clinic,
  lessonOf,
}: {
  clinic: Clinic
  lessonOf?(visit: TeamVisit): ReactNode
}) {
  const slug = clinic.subdomain
  const today = dateIn(serverNow(), clinic.time_zone)
  const [visitsRead, typesRead, providersRead, roomsRead, openRead] = todayVisitsQueries(clinic)
  const visits = useQuery(visitsRead)
  const types = useQuery(typesRead)
  const providers = useQuery(providersRead)
  const rooms = useQuery(roomsRead)
  const open = useQuery(openRead).data?.count ?? 0
  const { mark } = useVisitActions(slug)
  const mayWrite = useCan()('appointments:write')
  if (visits.isPending || types.isPending) {
    return (
      <>
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </>
    )
  }
  if (!visits.data || !types.data) {
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => {
          void visits.refetch()
          void types.refetch()
        }}
      />
    )
  }
  const now = serverNow().getTime()
  // a started visit stays until its end is recorded
  const ahead = visits.data.filter(
    (visit) => (visit.startedAt && visit.date === today) || Date.parse(visit.endsAt) > now,
  )
  const [next, ...others] = ahead
  const later = others.filter(({ date }) => date === today).slice(0, mostLater)
  const rowOf = (visit: TeamVisit) => ({
    visit,
    today,
    typeName: types.data.find(({ key }) => key === visit.type)?.name ?? visit.type,
    providerName: providers.data?.find(({ id }) => id === visit.providerId)?.name,
    roomName: rooms.data?.find(({ id }) => id === visit.roomId)?.name,
    onMark: (step: VisitStep) => mark.isPending || mark.mutate({ id: visit.id, step }),
  })
  return (
    <AvatarsOf userIds={next ? [next.patientUserId] : []}>
      <VisitCard title={texts.next}>
        {next ? (
          <ul className="mt-4">
            <NextVisit {...rowOf(next)} lesson={lessonOf?.(next)} />
          </ul>
        ) : (
          <p className="mt-3 text-muted">{texts.none}</p>
        )}
        {open > 0 && (
          <p className="mt-4 border-t border-line pt-3 text-form">
            <Link to={withClinic(withQuery(paths.appointments, { show: 'open' }))} className="link">
              {appointmentPageTexts.open(open)}
            </Link>
          </p>
        )}
      </VisitCard>
      <VisitCard title={texts.later}>
        {later.length > 0 ? (
          <ul className="mt-2 divide-y divide-line">
            {later.map((visit) => (
              <LaterVisit key={visit.id} {...rowOf(visit)} />
            ))}
          </ul>
        ) : (
          <p className="mt-3 text-muted">{texts.noneLater}</p>
        )}
        {mayWrite && ahead.some(({ date }) => date === today) && (
          <p className="mt-3 hidden text-note text-muted sm:block">{appointmentPageTexts.keys}</p>
        )}
      </VisitCard>
    </AvatarsOf>
  )
}

interface Row {
  visit: TeamVisit
  today: string
  typeName: string
  providerName: string | undefined
  roomName: string | undefined
  onMark(step: VisitStep): void
}

function NextVisit({
  visit,
  today,
  typeName,
  providerName,
  roomName,
  onMark,
  lesson,
}: Row & { lesson?: ReactNode }) {
  return (
    <li onKeyDown={useVisitKeys({ visit, today, onMark })}>
      <div className="flex items-center gap-4">
        <PersonAvatar userId={visit.patientUserId} name={visit.patientName} className="size-14" />
        <div className="min-w-0">
          <Link
            to={withClinic(personPath(visit.patientId))}
            className="block text-lead font-semibold break-words hover:underline"
          >
            {visit.patientName}
          </Link>
          <p className="tabular-nums">
            {visit.date !== today && `${shortDay(visit.date)}, `}
            {visitSpan(visit)}
          </p>
          <p className="text-form text-muted">
            {typeName}
            {providerName && ` ${appointmentPageTexts.with(providerName)}`}
            {roomName && `, ${roomName}`}
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2 empty:hidden">
        <StepButtons visit={visit} today={today} onMark={onMark} />
        <Progress visit={visit} />
      </div>
      {lesson && <div className="mt-4 border-t border-line pt-4 empty:hidden">{lesson}</div>}
    </li>
  )
}

function LaterVisit({ visit, today, typeName, roomName, onMark }: Row) {
  return (
    <li
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 text-form"
      onKeyDown={useVisitKeys({ visit, today, onMark })}
    >
      <span className="min-w-0">
        <Link
          to={withClinic(personPath(visit.patientId))}
          className="block font-semibold break-words hover:underline"
        >
          {visit.patientName}
        </Link>
        <span className="block text-note text-muted tabular-nums">
          {visitSpan(visit)} · {typeName}
          {roomName && ` · ${roomName}`}
        </span>
        <Progress visit={visit} />
      </span>
      <span className="flex flex-none items-center gap-2">
        {visit.status === 'requested' && <VisitBadge visit={visit} today={today} />}
        <StepButtons visit={visit} today={today} onMark={onMark} onlyNext />
      </span>
    </li>
  )
}

function Progress({ visit }: { visit: TeamVisit }) {
  const text = progressOf(visit)
  return text && <span className="block text-note text-muted">{text}</span>
}

function VisitCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card role="region" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CardTitle id={id}>{title}</CardTitle>
        <Link to={withClinic(paths.appointments)} className="link text-form">
          {texts.all}
        </Link>
      </div>
      {children}
    </Card>
  )
}
