import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { ShownCarePlan } from './person-care-plan.tsx'
import { ownCarePlanQuery } from './queries.ts'

const texts = guardianTexts.ward.carePlan

/** The care plan of a child, for their guardian: read when they ask for it, because each read is recorded. */
export function WardCarePlan({ clinic }: { clinic: Clinic }) {
  const [isOpen, setOpen] = useState(false)
  const stored = useQuery({ ...ownCarePlanQuery(clinic.subdomain), enabled: isOpen })
  return (
    <SectionCard title={texts.title}>
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
