import { lazy, Suspense } from 'react'
import { shortWhen } from '#domain/appointments/visit-time.ts'
import { visitCardTexts } from '#domain/texts/appointments.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { type ProviderName, WithProvider } from '../provider-text.tsx'
import type { PersonVisit } from './person-visit-queries.ts'
import { VisitBadge } from './visit-badge.tsx'
import { type VisitIntents, VisitMenu } from './visit-menu.tsx'
import { progressOf, StepButtons, useVisitKeys } from './visit-steps.tsx'

const VisitFee = lazy(() => loadPart(() => import('../fees/visit-fee.tsx')))

/** A visit on its patient's page: when and which, with its actions and their keys. */
export function PersonVisitRow({
  visit,
  typeName,
  providerName,
  series,
  today,
  clinic,
  intents,
}: {
  visit: PersonVisit
  typeName: string
  providerName: ProviderName
  series: string | null
  today: string
  clinic: Clinic
  intents: VisitIntents
}) {
  const onMark = (step: Parameters<VisitIntents['mark']>[1]) => intents.mark(visit, step)
  const onKeyDown = useVisitKeys({ visit, today, onMark })
  const progress = progressOf(visit)
  return (
    <li
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0"
      onKeyDown={onKeyDown}
    >
      <span className="min-w-0 text-form">
        <span className="block font-semibold">{shortWhen(visit, today)}</span>
        <span className="block text-muted">
          {typeName}
          <WithProvider name={providerName} />
          {progress && ` · ${progress}`}
          {visit.canceledLate && ` · ${visitCardTexts.person.late}`}
        </span>
        {series && <span className="block text-muted">{series}</span>}
      </span>
      <span className="ml-auto flex items-center gap-2">
        {(visit.status !== 'upcoming' || visit.date === today) && <VisitBadge visit={visit} today={today} />}
        <StepButtons visit={visit} today={today} onMark={onMark} onlyNext />
        <VisitMenu visit={visit} today={today} intents={intents} />
      </span>
      {(visit.status === 'no_show' || visit.canceledLate) && (
        <div className="basis-full empty:hidden">
          <Suspense fallback={null}>
            <VisitFee visit={visit} clinic={clinic} />
          </Suspense>
        </div>
      )}
    </li>
  )
}
