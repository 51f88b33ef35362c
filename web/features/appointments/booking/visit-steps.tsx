import type { KeyboardEvent } from 'react'
import { keyOfStep, nextStep, possibleSteps, stepOfKey } from '#domain/appointments/visit-steps.ts'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import type { VisitStep } from '#domain/appointments/visits.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Button } from '#web/components/ui/button.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { takesKeys } from '#web/lib/page/takes-keys.ts'
import type { TeamVisit } from './queries.ts'

const texts = appointmentPageTexts

interface Steps {
  visit: TeamVisit
  today: string
  onMark(step: VisitStep): void
}

/** Handles the keys of a visit's steps while something inside has focus. */
export function useVisitKeys({ visit, today, onMark }: Steps): (event: KeyboardEvent) => void {
  const mayWrite = useCan()('appointments:write')
  return (event) => {
    if (!mayWrite || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (takesKeys(event.target)) return
    const step = stepOfKey(event.key, visit, today)
    if (!step) return
    event.preventDefault()
    onMark(step)
  }
}

export function StepButtons({ visit, today, onMark, onlyNext = false }: Steps & { onlyNext?: boolean }) {
  const mayWrite = useCan()('appointments:write')
  const next = nextStep(visit, today)
  if (!mayWrite || !next) return null
  const steps = [
    next,
    ...(!onlyNext && possibleSteps(visit, today).includes('no_show') ? ['no_show' as const] : []),
  ]
  const when = `${shortDay(visit.date)}, ${visitClock(visit)}`
  return steps.map((step) => (
    <Button
      // the same button for the next step, so that it retains the focus
      key={step === next ? 'next' : step}
      variant={step === next ? 'outline' : 'quiet'}
      size="small"
      aria-label={texts.actions.of(texts.actions[step], visit.patientName, when)}
      aria-keyshortcuts={keyOfStep(step)}
      // the second press of a double click would hit the next step, which takes the place of this one
      onClick={({ detail }) => detail < 2 && onMark(step)}
    >
      {texts.actions[step]}
    </Button>
  ))
}

/** "Arrived 9:02 AM", "Started 9:05 AM", "Confirmed". */
export function progressOf({
  status,
  arrivedAt,
  startedAt,
  confirmedAt,
  timeZone,
}: TeamVisit): string | null {
  if (status !== 'upcoming') return null
  if (startedAt) return texts.startedAt(visitClock({ startsAt: startedAt, timeZone }))
  if (arrivedAt) return texts.arrivedAt(visitClock({ startsAt: arrivedAt, timeZone }))
  return confirmedAt && texts.confirmed
}
