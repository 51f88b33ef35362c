import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { AffectedVisit, AffectedVisits } from '#domain/appointments/affected-visits.ts'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { visitsAheadTexts } from '#domain/texts/appointments.ts'
import { affectedVisitsTexts as texts } from '#domain/texts/scheduling.ts'
import { wallClock } from '#domain/values/zones.ts'
import { visitQuestions } from '#web/lib/clinic/visit-questions.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'

/** Lists the visits that a change makes impossible or wrong. */
export default function AffectedVisitsDialog({ affected }: { affected: AffectedVisits }) {
  const { count, visits } = affected
  const { pathname } = useLocation()
  const [askedOn] = useState(pathname)
  useEffect(() => {
    if (pathname !== askedOn) visitQuestions.settle(false)
  }, [pathname, askedOn])
  const [first] = visits
  const isOneProblem =
    first && visits.length === count && visits.every(({ problem }) => problem === first.problem)
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || visitQuestions.settle(false)}
      title={isOneProblem ? texts.problems[first.problem](count) : texts.several(count)}
      consequence={texts.consequence(count)}
      safeLabel={texts.back}
      actionLabel={texts.saveAnyway}
      actionVariant="primary"
      onAction={() => visitQuestions.settle(true)}
    >
      <ul className="mt-4 divide-y divide-line border-y border-line text-form">
        {visits.map((visit) => (
          <li key={visit.appointmentId} className="py-2.5">
            <span className="block font-semibold break-words">{whenOf(visit)}</span>
            <span className="block break-words text-muted">{aboutOf(visit)}</span>
            {!isOneProblem && (
              <span className="block text-note text-muted">{texts.notes[visit.problem]}</span>
            )}
          </li>
        ))}
      </ul>
      {count > visits.length && (
        <p className="mt-2 text-note text-muted">{texts.more(count - visits.length)}</p>
      )}
    </AlertDialog>
  )
}

function whenOf({ startsAt, timeZone }: AffectedVisit): string {
  const { date } = wallClock(Date.parse(startsAt), timeZone)
  return visitsAheadTexts.when(shortDay(date), visitClock({ startsAt, timeZone }))
}

function aboutOf({ patientName, typeName, providerName }: AffectedVisit): string {
  return [patientName, typeName, providerName && visitsAheadTexts.with(providerName)]
    .filter(Boolean)
    .join(' · ')
}
