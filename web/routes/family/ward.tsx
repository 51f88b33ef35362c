import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { WardView } from '#domain/guardians/guardians.ts'
import { paths } from '#domain/paths.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { PersonSection } from '#web/components/person-section.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { OwnAppointments } from '#web/features/appointments/own-appointments.tsx'
import { WardCarePlan } from '#web/features/care-plans/ward-care-plan.tsx'
import { LevelBadge, NextStep } from '#web/features/guardians/access-text.tsx'
import { ownWardsQuery, wardRecordQuery } from '#web/features/guardians/queries.ts'
import { WardBanner } from '#web/features/guardians/ward-banner.tsx'
import { WardLessons } from '#web/features/guardians/ward-lessons.tsx'
import { WardMessages } from '#web/features/guardians/ward-messages.tsx'
import { PersonDetails } from '#web/features/profiles/person-details.tsx'
import { PersonHealth } from '#web/features/profiles/person-health.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import { type Clinic, clinicQuery, useClinic } from '#web/lib/current-clinic.ts'
import { createQueryClient } from '#web/lib/query-client.ts'

const texts = guardianTexts.ward

/**
 * The page of somebody whom the reader looks after. What it asks is asked by that access (`web/lib/acting-for.ts`), and what it
 * learns is kept in a store of its own, which ends with the page.
 */
export default function Ward() {
  const { id = '' } = useParams()
  return <WardStore key={id} id={id} />
}

function WardStore({ id }: { id: string }) {
  const clinic = useClinic()
  const [store] = useState(() => {
    const fresh = createQueryClient()
    fresh.setQueryData(clinicQuery(clinic.subdomain).queryKey, clinic)
    return fresh
  })
  return (
    <QueryClientProvider client={store}>
      <WardPage id={id} clinic={clinic} />
    </QueryClientProvider>
  )
}

function WardPage({ id, clinic }: { id: string; clinic: Clinic }) {
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
  return <Shown ward={ward} patientId={record.data.id} clinic={clinic} />
}

function Shown({ ward, patientId, clinic }: { ward: WardView; patientId: string; clinic: Clinic }) {
  const { name, level, next } = ward
  const isFull = level === 'full'
  return (
    <>
      <WardBanner name={name} backTo={withClinic(paths.family)} />
      <PageHeading
        title={texts.title(name)}
        site={clinic.name}
        lead={
          <>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <LevelBadge level={level} />
              <NextStep next={next} />
            </span>
            <span className="mt-2 block">{level && guardianTexts.ownMeaning[level]}</span>
            <span className="mt-1 block text-form">{texts.recorded(name)}</span>
          </>
        }
      />
      <div className="mt-8 space-y-6">
        <section aria-label={texts.visits}>
          <h2 className="mb-4 font-display text-h3 font-medium">{texts.visits}</h2>
          <OwnAppointments clinic={clinic} withWaitlist={false} />
        </section>
        {isFull && (
          <>
            <WardMessages clinic={clinic} patientId={patientId} />
            <WardCarePlan clinic={clinic} />
            <WardLessons slug={clinic.subdomain} />
            <PersonSection title={texts.contact}>
              <dl className="grid gap-x-6 gap-y-3 text-form sm:grid-cols-2">
                <PersonDetails patientId={patientId} clinic={clinic} />
              </dl>
            </PersonSection>
            <PersonHealth patientId={patientId} clinic={clinic} />
          </>
        )}
      </div>
    </>
  )
}
