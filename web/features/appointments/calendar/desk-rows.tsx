import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { visitClock, visitSpan } from '#domain/appointments/visit-time.ts'
import type { VisitStep } from '#domain/appointments/visits.ts'
import { personPath } from '#domain/paths.ts'
import { PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { TeamVisit } from '../booking/queries.ts'
import { VisitBadge } from '../booking/visit-badge.tsx'
import { progressOf, StepButtons, useVisitKeys } from '../booking/visit-steps.tsx'
import { type ProviderName, WithProvider } from '../provider-text.tsx'

interface Row {
  visit: TeamVisit
  today: string
  typeName: string
  providerName: ProviderName
  roomName: string | undefined
  onMark(step: VisitStep): void
}

/** The visit that the desk prepares, with its lesson. */
export function NextVisit({ lesson, ...row }: Row & { lesson?: ReactNode }) {
  const { visit, today, onMark } = row
  return (
    <li onKeyDown={useVisitKeys(row)}>
      <div className="flex items-center gap-4">
        <PersonAvatar userId={visit.patientUserId} name={visit.patientName} className="size-14" />
        <div className="min-w-0">
          <PatientLink visit={visit} className="text-lead" />
          <p className="whitespace-nowrap tabular-nums">{visitSpan(visit)}</p>
          <p className="text-form text-muted">
            <Facts {...row} />
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2 empty:hidden">
        <StepButtons visit={visit} today={today} onMark={onMark} />
        <Progress visit={visit} />
      </div>
      {lesson && <div className="mt-4 border-t border-line pt-4 empty:hidden">{lesson}</div>}
    </li>
  )
}

/** A visit in one line, with its next step. */
export function DeskRow(row: Row) {
  const { visit, today, onMark } = row
  return (
    <li
      className="grid grid-cols-[4.75rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-form"
      onKeyDown={useVisitKeys(row)}
    >
      <span className="self-start whitespace-nowrap tabular-nums">{visitClock(visit, visit.timeZone)}</span>
      <span className="min-w-0">
        <PatientLink visit={visit} />
        <span className="block text-note break-words text-muted">
          <Facts {...row} />
        </span>
        <Progress visit={visit} />
      </span>
      <span className="flex flex-none items-center gap-2">
        {visit.status !== 'upcoming' && <VisitBadge visit={visit} today={today} />}
        {visit.status !== 'completed' && visit.status !== 'no_show' && (
          <StepButtons visit={visit} today={today} onMark={onMark} onlyNext />
        )}
      </span>
    </li>
  )
}

function PatientLink({ visit, className = '' }: { visit: TeamVisit; className?: string }) {
  return (
    <Link
      to={withClinic(personPath(visit.patientId))}
      className={`block font-semibold break-words hover:underline ${className}`}
    >
      {visit.patientName}
    </Link>
  )
}

function Facts({ typeName, providerName, roomName }: Row) {
  return (
    <>
      {typeName}
      <WithProvider name={providerName} />
      {roomName && `, ${roomName}`}
    </>
  )
}

function Progress({ visit }: { visit: TeamVisit }) {
  const text = progressOf(visit)
  return text && <span className="block text-note text-muted">{text}</span>
}
