import { useQuery } from '@tanstack/react-query'
import { Eye, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { useCan } from '#web/lib/use-can.ts'
import { CareTimeline } from './care-timeline.tsx'
import { carePlanQuery, type StoredCarePlan } from './queries.ts'
import { ThemeScores } from './themes.tsx'
import { VisitPlanTable } from './visit-plan-table.tsx'

const texts = carePlanTexts.person
const titles = carePlanTexts.home

/**
 * A patient's care plan on their page. Read only when somebody asks for it: a page that is open all day must not leave a look
 * at it in the patient's history each time.
 */
export function PersonCarePlan({
  patientId,
  name,
  clinic,
  editPath,
}: {
  patientId: string
  name: string
  clinic: Clinic
  editPath: string
}) {
  const may = useCan()
  const [isOpen, setOpen] = useState(false)
  const stored = useQuery({ ...carePlanQuery(clinic.subdomain, patientId), enabled: isOpen })
  const hasPlan = stored.data !== undefined && stored.data !== null
  return (
    <SectionCard
      title={texts.title}
      actions={
        may('care-plans:write') && (
          <Button asChild variant="outline" size="small">
            <Link to={withClinic(editPath)}>
              <Pencil aria-hidden />
              {hasPlan || !isOpen ? texts.change : texts.write}
            </Link>
          </Button>
        )
      }
    >
      <p className="-mt-2 mb-4 text-form text-muted">{texts.lead(name)}</p>
      {!isOpen ? (
        <Button variant="outline" size="small" onClick={() => setOpen(true)}>
          <Eye aria-hidden />
          {texts.show}
        </Button>
      ) : stored.isPending ? (
        <Loading>
          <Skeleton className="h-24 rounded-control" />
        </Loading>
      ) : stored.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void stored.refetch()} />
      ) : !stored.data ? (
        <p role="status" className="text-form text-muted">
          {texts.none}
        </p>
      ) : (
        <ShownCarePlan stored={stored.data} clinic={clinic} />
      )}
    </SectionCard>
  )
}

/** A plan to read: its timeline, themes and visits. */
export function ShownCarePlan({
  stored: { plan, updatedAt },
  clinic,
}: {
  stored: StoredCarePlan
  clinic: Clinic
}) {
  const { steps, themes, visits } = plan
  return (
    <div role="status" className="space-y-6">
      {steps.length > 0 && (
        <Part title={titles.timeline}>
          <CareTimeline steps={steps} />
        </Part>
      )}
      {themes.length > 0 && (
        <Part title={titles.themes}>
          <ThemeScores themes={themes} labels={texts.scores} />
        </Part>
      )}
      {visits.length > 0 && (
        <Part title={texts.visits}>
          <VisitPlanTable visits={visits} currency={clinic.currency} label={texts.visits} />
        </Part>
      )}
      <p className="text-note text-muted">
        {texts.asOf} <DateText value={updatedAt} />
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 text-form font-semibold">{title}</h3>
      {children}
    </div>
  )
}
