import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import type { CareStep } from '#domain/care-plans/care-plans.ts'
import { totalFees } from '#domain/care-plans/shown-plan.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { formatMoney } from '#domain/values/money.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Folded } from '#web/components/page/folded.tsx'
import { FoldedOnPhones } from '#web/components/page/folded-on-phones.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { CareTimeline } from './care-timeline.tsx'
import { ownCarePlanQuery } from './queries.ts'
import { ScoreTable } from './score-table.tsx'
import { CounselingCategories, ThemeDetails, type ThemeLinks } from './themes.tsx'
import { VisitPlanTable } from './visit-plan-table.tsx'

const texts = carePlanTexts.home

/**
 * The reader's care plan (docs/specification.md B2.4). Empty parts are absent, as is all of it before the first save.
 */
export function OwnCarePlan({ clinic, lessonPath, visitPlanPath }: ThemeLinks & { visitPlanPath: string }) {
  const stored = useQuery(ownCarePlanQuery(clinic.subdomain))
  if (stored.isError) return <ErrorState title={texts.failed} onRetry={() => void stored.refetch()} />
  if (stored.isPending) return <Waiting />
  if (!stored.data) return null
  const { steps, themes, visits } = stored.data.plan
  const featured = themes.find(({ isFeatured }) => isFeatured)
  const links = { clinic, lessonPath }
  const fees = totalFees(visits)
  return (
    <>
      {steps.length > 0 && (
        <SectionCard title={texts.timeline} isTight>
          <FoldedOnPhones name={stepsInLine(steps)}>
            <CareTimeline steps={steps} isRow />
          </FoldedOnPhones>
        </SectionCard>
      )}
      {featured && (
        <SectionCard title={texts.featured} isTight>
          <ThemeDetails theme={featured} links={links} />
        </SectionCard>
      )}
      {themes.length > 0 && (
        <SectionCard title={texts.themes} isTight>
          <FoldedOnPhones name={texts.scored(themes.length)}>
            <ScoreTable themes={themes} />
          </FoldedOnPhones>
          <h3 className="mt-3 mb-1 font-semibold sm:mt-5">{texts.categories}</h3>
          <CounselingCategories themes={themes} links={links} />
        </SectionCard>
      )}
      {visits.length > 0 && (
        <SectionCard title={texts.visits} isTight>
          <Folded
            name={texts.visitCount(visits.length, fees === null ? null : formatMoney(fees, clinic.currency))}
          >
            <VisitPlanTable visits={visits} currency={clinic.currency} />
            <p className="my-4 text-note text-muted">{texts.visitsLead}</p>
            <Button asChild variant="outline">
              <Link to={withClinic(visitPlanPath)}>
                <Printer aria-hidden />
                {texts.openToPrint}
              </Link>
            </Button>
          </Folded>
        </SectionCard>
      )}
    </>
  )
}

function stepsInLine(steps: readonly CareStep[]): string {
  const current = steps.find(({ state }) => state === 'current')
  return current ? `${texts.states.current}: ${current.title}` : texts.stepCount(steps.length)
}
