import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { DateText } from '#web/components/date-text.tsx'
import { SectionOnRequest } from '#web/components/page/section-on-request.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { CareTimeline } from './care-timeline.tsx'
import { carePlanQuery, type StoredCarePlan } from './queries.ts'
import { ThemeScores } from './themes.tsx'
import { VisitPlanTable } from './visit-plan-table.tsx'

const texts = carePlanTexts.person
const titles = carePlanTexts.home

export function PersonCarePlan({
  patientId,
  name,
  hasAccount,
  clinic,
  editPath,
}: {
  patientId: string
  name: string
  hasAccount: boolean
  clinic: Clinic
  editPath: string
}) {
  const may = useCan()
  const [isOpen, setOpen] = useState(false)
  const stored = useQuery({ ...carePlanQuery(clinic.subdomain, patientId), enabled: isOpen })
  return (
    <SectionOnRequest
      title={texts.title}
      lead={hasAccount ? texts.lead(name) : texts.leadWithoutAccount(name)}
      actions={
        may('care-plans:write') && (
          <Button asChild variant="outline" size="small">
            <Link to={withClinic(editPath)}>
              <Pencil aria-hidden />
              {stored.data || !isOpen ? texts.change : texts.write}
            </Link>
          </Button>
        )
      }
      texts={texts}
      read={stored}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
    >
      {(plan) => <ShownCarePlan stored={plan} clinic={clinic} />}
    </SectionOnRequest>
  )
}

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
