import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { WardView } from '#domain/guardians/guardians.ts'
import { paths } from '#domain/paths.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { ownWardsQuery, wardRecordQuery } from '#web/features/guardians/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { clinicQuery } from '#web/lib/clinic/clinic-query.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { createQueryClient } from '#web/lib/fetch/query-client.ts'

const texts = guardianTexts.ward

export interface OpenWard {
  ward: WardView
  patientId: string
  clinic: Clinic
}

/**
 * A ward's page. Its requests use the guardianship (`web/lib/session/acting-for.ts`), and its query client is separate
 * and ends with the page.
 */
export function WardGate({ children }: { children(open: OpenWard): ReactNode }) {
  const { id = '' } = useParams()
  return (
    <WardStore key={id} id={id}>
      {children}
    </WardStore>
  )
}

function WardStore({ id, children }: { id: string; children(open: OpenWard): ReactNode }) {
  const clinic = useClinic()
  const [store] = useState(() => {
    const fresh = createQueryClient()
    fresh.setQueryData(clinicQuery(clinic.subdomain).queryKey, clinic)
    return fresh
  })
  return (
    <QueryClientProvider client={store}>
      <WardAccess id={id} clinic={clinic}>
        {children}
      </WardAccess>
    </QueryClientProvider>
  )
}

function WardAccess({
  id,
  clinic,
  children,
}: {
  id: string
  clinic: Clinic
  children(open: OpenWard): ReactNode
}) {
  const wards = useQuery(ownWardsQuery(clinic.subdomain))
  const record = useQuery(wardRecordQuery(clinic.subdomain))
  if (wards.isPending || record.isPending)
    return (
      <Loading>
        <Skeleton className="h-14 rounded-control" />
        <Skeleton className="mt-6 h-56 rounded-card" />
      </Loading>
    )
  if (!wards.data || record.data === undefined)
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => [wards, record].forEach((read) => void (read.isError && read.refetch()))}
      />
    )
  const ward = wards.data.wards.find((each) => each.id === id && each.state === 'active')
  if (!ward || !record.data)
    return (
      <>
        <PageHeading title={texts.overTitle} site={clinic.name} />
        <EmptyState
          icon={Lock}
          title={texts.overTitle}
          action={
            <Button asChild>
              <Link to={withClinic(paths.family)}>{guardianTexts.family.title}</Link>
            </Button>
          }
        >
          {texts.over}
        </EmptyState>
      </>
    )
  return children({ ward, patientId: record.data.id, clinic })
}
