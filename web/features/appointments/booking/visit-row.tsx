import { Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { visitSpan } from '#domain/appointments/visit-time.ts'
import { personPath } from '#domain/paths.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type ProviderName, WithProvider } from '../provider-text.tsx'
import type { TeamVisit } from './queries.ts'
import { VisitBadge } from './visit-badge.tsx'
import { type VisitIntents, VisitMenu } from './visit-menu.tsx'
import { progressOf, StepButtons, useVisitKeys } from './visit-steps.tsx'

const texts = appointmentPageTexts

/** While something in the row has focus, A, S, F and N mark the visit arrived, started, finished or no-show. */
export function VisitRow({
  visit,
  typeName,
  providerName,
  roomName,
  today,
  lesson,
  intents,
}: {
  visit: TeamVisit
  typeName: string
  providerName: ProviderName
  roomName: string | null
  today: string
  lesson?: ReactNode
  intents: VisitIntents
}) {
  const onKeyDown = useVisitKeys({ visit, today, onMark: (step) => intents.mark(visit, step) })

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5" onKeyDown={onKeyDown}>
      <div className="w-36 flex-none text-form sm:w-48">
        <span className="block font-semibold tabular-nums">{visitSpan(visit)}</span>
        <span className="block text-note text-muted">{texts.minutes(visit.durationMinutes)}</span>
      </div>
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to={withClinic(personPath(visit.patientId))}
          className="font-semibold break-words hover:underline"
        >
          {visit.patientName}
        </Link>
        <span className="block text-form text-muted">
          {typeName}
          <WithProvider name={providerName} />
          {roomName && `, ${roomName}`}
          {visit.seriesId && (
            <Repeat aria-label={texts.series} role="img" className="ml-1.5 inline size-3.5 align-[-2px]" />
          )}
        </span>
        {progressOf(visit) && <span className="block text-note text-muted">{progressOf(visit)}</span>}
        {visit.notes && (
          <span className="mt-0.5 line-clamp-2 block text-note break-words whitespace-pre-line text-muted">
            {visit.notes}
          </span>
        )}
      </div>
      <div className="ml-auto flex items-center gap-2">
        <VisitBadge visit={visit} today={today} />
        <StepButtons visit={visit} today={today} onMark={(step) => intents.mark(visit, step)} onlyNext />
        <VisitMenu visit={visit} today={today} intents={intents} />
      </div>
      {lesson && <div className="basis-full empty:hidden">{lesson}</div>}
    </li>
  )
}
