import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router'
import { paths, personTab } from '#domain/paths.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { justSaved } from '#web/components/form/leave-guard.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { CarePlanEditor } from '#web/features/care-plans/care-plan-editor.tsx'
import { carePlanQuery } from '#web/features/care-plans/queries.ts'
import { categoriesQuery } from '#web/features/content/queries.ts'
import { personQuery } from '#web/features/memberships/person-queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { NotFoundHere } from '../not-found-here.tsx'

const texts = carePlanTexts.editor

export default function EditCarePlan() {
  const { id = '' } = useParams()
  const clinic = useClinic()
  const may = useCan()
  const person = useQuery(personQuery(useQueryClient(), clinic.subdomain, id))
  if (!may('care-plans:write')) return <Navigate to={withClinic(personTab(id, 'care'))} replace />
  if (person.isPending) return <Pending />
  if (person.isError)
    return <ErrorState title={membershipTexts.person.failed} onRetry={() => void person.refetch()} />
  if (!person.data?.patientId)
    return (
      <NotFoundHere
        title={texts.noPatientTitle}
        text={texts.noPatient}
        back={membershipTexts.person.back}
        path={paths.members}
      />
    )
  const { patientId, name } = person.data
  return (
    <>
      <BackLink to={withClinic(personTab(id, 'care'))}>{texts.back(name)}</BackLink>
      <PageHeading title={texts.title(name)} site={clinic.name} lead={texts.lead(name)} />
      <div className="mt-8">
        <Stored key={patientId} clinic={clinic} patientId={patientId} personId={id} />
      </div>
    </>
  )
}

function Stored({ clinic, patientId, personId }: { clinic: Clinic; patientId: string; personId: string }) {
  const navigate = useNavigate()
  const stored = useQuery(carePlanQuery(clinic.subdomain, patientId))
  const categories = useQuery(categoriesQuery(clinic.subdomain))
  if (stored.isPending) return <Pending />
  if (stored.data === undefined)
    return <ErrorState title={carePlanTexts.person.failed} onRetry={() => void stored.refetch()} />
  return (
    <CarePlanEditor
      clinic={clinic}
      patientId={patientId}
      stored={stored.data}
      categories={categories.data ?? []}
      onSaved={() => void navigate(withClinic(personTab(personId, 'care')), { state: justSaved })}
    />
  )
}

function Pending() {
  return (
    <Loading>
      <Skeleton className="h-14 w-80 max-w-full" />
      <Skeleton className="mt-8 h-96 rounded-card" />
    </Loading>
  )
}
