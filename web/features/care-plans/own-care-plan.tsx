import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { CareTimeline } from './care-timeline.tsx'
import { ownCarePlanQuery } from './queries.ts'
import { CounselingCategories, ThemeDetails, type ThemeLinks, ThemeScores } from './themes.tsx'
import { VisitPlanTable } from './visit-plan-table.tsx'

const texts = carePlanTexts.home

/**
 * The reader's care plan (docs/specification.md B2.4). Empty parts are absent, as is all of it before the first save.
 */
export function OwnCarePlan({ clinic, lessonPath, visitPlanPath }: ThemeLinks & { visitPlanPath: string }) {
  const stored = useQuery(ownCarePlanQuery(clinic.subdomain))
  if (stored.isError) return <ErrorState title={texts.failed} onRetry={() => void stored.refetch()} />
  if (!stored.data) return null
  const { steps, themes, visits } = stored.data.plan
  const featured = themes.find(({ isFeatured }) => isFeatured)
  const links = { clinic, lessonPath }
  return (
    <>
      {steps.length > 0 && (
        <SectionCard title={texts.timeline}>
          <CareTimeline steps={steps} />
        </SectionCard>
      )}
      {themes.length > 0 && (
        <SectionCard title={texts.themes}>
          <ThemeScores themes={themes} />
        </SectionCard>
      )}
      {featured && (
        <SectionCard title={texts.featured}>
          <ThemeDetails theme={featured} links={links} />
        </SectionCard>
      )}
      {themes.length > 0 && (
        <SectionCard title={texts.categories}>
          <CounselingCategories themes={themes} links={links} />
        </SectionCard>
      )}
      {visits.length > 0 && (
        <SectionCard
          title={texts.visits}
          actions={
            <Button asChild variant="outline" size="small">
              <Link to={withClinic(visitPlanPath)}>
                <Printer aria-hidden />
                {texts.openToPrint}
              </Link>
            </Button>
          }
        >
          <VisitPlanTable visits={visits} currency={clinic.currency} />
          <p className="mt-4 text-note text-muted">{texts.visitsLead}</p>
        </SectionCard>
      )}
    </>
  )
}
