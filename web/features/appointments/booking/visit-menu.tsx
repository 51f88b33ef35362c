import { EllipsisVertical } from 'lucide-react'
import { confirmationStep, nextStep, possibleSteps } from '#domain/appointments/visit-steps.ts'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { canChange, type VisitStep } from '#domain/appointments/visits.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { TeamVisit } from './queries.ts'

const texts = appointmentPageTexts.actions

export interface VisitIntents {
  mark(visit: TeamVisit, step: VisitStep): void
  reschedule(visit: TeamVisit): void
  cancel(visit: TeamVisit): void
}

/** The actions on a visit, except its next step; nothing if there are none. */
export function VisitMenu({
  visit,
  today,
  intents,
}: {
  visit: TeamVisit
  today: string
  intents: VisitIntents
}) {
  const mayWrite = useCan()('appointments:write')
  if (!mayWrite) return null
  const next = nextStep(visit, today)
  const steps = [
    ...confirmationStep(visit, serverNow()),
    ...possibleSteps(visit, today).filter((step) => step !== next),
  ]
  const isChangeable = canChange(visit, serverNow())
  if (steps.length === 0 && !isChangeable) return null
  const when = `${shortDay(visit.date)}, ${visitClock(visit)}`
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon" aria-label={texts.more(visit.patientName, when)}>
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {isChangeable && (
          <DropdownMenuItem onSelect={() => intents.reschedule(visit)}>{texts.reschedule}</DropdownMenuItem>
        )}
        {steps.map((step) => (
          <DropdownMenuItem key={step} onSelect={() => intents.mark(visit, step)}>
            {texts[step]}
          </DropdownMenuItem>
        ))}
        {isChangeable && (
          <DropdownMenuItem danger onSelect={() => intents.cancel(visit)}>
            {visit.status === 'requested' ? texts.decline : texts.cancel}
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
