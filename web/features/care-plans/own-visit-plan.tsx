import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'
import { ownCarePlanQuery } from './queries.ts'
import { VisitPlanTable } from './visit-plan-table.tsx'

const texts = carePlanTexts.home

export function OwnVisitPlan({ clinic }: { clinic: Clinic }) {
  const { user } = useSession()
  const stored = useQuery(ownCarePlanQuery(clinic.subdomain))
  if (stored.isPending)
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  if (stored.data === undefined)
    return <ErrorState title={texts.failed} onRetry={() => void stored.refetch()} />
  if (!stored.data || stored.data.plan.visits.length === 0)
    return <p className="text-muted">{texts.noVisits}</p>
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {user && <p className="font-semibold break-words">{displayName(user)}</p>}
          <p className="text-note text-muted">
            {texts.asOf} <DateText value={stored.data.updatedAt} />
          </p>
        </div>
        <Button variant="outline" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          {texts.print}
        </Button>
      </div>
      <VisitPlanTable visits={stored.data.plan.visits} currency={clinic.currency} />
      <p className="mt-4 text-note text-muted">{texts.visitsLead}</p>
    </Card>
  )
}
