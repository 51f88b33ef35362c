import { EllipsisVertical, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { keyOfStep, nextStep, possibleSteps } from '#domain/appointments/visit-steps.ts'
import { shortDay, visitClock, visitSpan } from '#domain/appointments/visit-time.ts'
import { canChange, type VisitStep } from '#domain/appointments/visits.ts'
import { personPath } from '#domain/paths.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { TeamVisit } from './queries.ts'
import { VisitBadge } from './visit-badge.tsx'
import { progressOf, useVisitKeys } from './visit-steps.tsx'

const texts = appointmentPageTexts

export interface VisitIntents {
  mark(visit: TeamVisit, step: VisitStep): void
  reschedule(visit: TeamVisit): void
  cancel(visit: TeamVisit): void
}

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
  providerName: string | null
  roomName: string | null
  today: string
  lesson?: ReactNode
  intents: VisitIntents
}) {
  const may = useCan()
  const mayWrite = may('appointments:write')
  const when = `${shortDay(visit.date)}, ${visitClock(visit)}`
  const next = nextStep(visit, today)
  const steps = mayWrite ? possibleSteps(visit, today).filter((step) => step !== next) : []
  const isChangeable = mayWrite && canChange(visit, serverNow())
  const onKeyDown = useVisitKeys({ visit, today, onMark: (step) => intents.mark(visit, step) })
  const named = (action: string) => texts.actions.of(action, visit.patientName, when)

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5" onKeyDown={onKeyDown}>
      <div className="w-36 flex-none text-form sm:w-44">
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
          {providerName && ` ${texts.with(providerName)}`}
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
        {mayWrite && next && (
          <Button
            variant="outline"
            size="small"
            aria-label={named(texts.actions[next])}
            aria-keyshortcuts={keyOfStep(next)}
            onClick={() => intents.mark(visit, next)}
          >
            {texts.actions[next]}
          </Button>
        )}
        {(steps.length > 0 || isChangeable) && (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="quiet" size="icon" aria-label={texts.actions.more(visit.patientName, when)}>
                <EllipsisVertical aria-hidden />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              {isChangeable && (
                <DropdownMenuItem onSelect={() => intents.reschedule(visit)}>
                  {texts.actions.reschedule}
                </DropdownMenuItem>
              )}
              {steps.map((step) => (
                <DropdownMenuItem key={step} onSelect={() => intents.mark(visit, step)}>
                  {texts.actions[step]}
                </DropdownMenuItem>
              ))}
              {isChangeable && (
                <DropdownMenuItem danger onSelect={() => intents.cancel(visit)}>
                  {visit.status === 'requested' ? texts.actions.decline : texts.actions.cancel}
                </DropdownMenuItem>
              )}
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
      {lesson && <div className="basis-full empty:hidden">{lesson}</div>}
    </li>
  )
}
