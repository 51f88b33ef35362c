import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router'
import { paths, personPath } from '#domain/paths.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { BackLink } from '#web/components/back-link.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { personQuery } from '#web/features/memberships/person-queries.ts'
import { SplitRecord } from '#web/features/patient-merges/split-record.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import { useClinic } from '#web/lib/current-clinic.ts'
import { useCan } from '#web/lib/use-can.ts'
import { NotFoundHere } from './not-found-here.tsx'

const texts = patientMergeTexts.split

/** A part of a record goes to another one (docs/domain-rules.md rule 28). */
export default function SplitPerson() {
  const { id = '' } = useParams()
  const clinic = useClinic()
  const may = useCan()
  const navigate = useNavigate()
  const person = useQuery(personQuery(useQueryClient(), clinic.subdomain, id))
  if (!may('patients:merge')) return <Navigate to={withClinic(personPath(id))} replace />
  if (person.isPending)
    return (
      <Loading>
        <Skeleton className="h-14 w-80 max-w-full" />
        <Skeleton className="mt-8 h-64 rounded-card" />
      </Loading>
    )
  if (person.isError)
    return <ErrorState title={membershipTexts.person.failed} onRetry={() => void person.refetch()} />
  if (!person.data?.patientId)
    return (
      <NotFoundHere
        title={patientMergeTexts.page.noPatientTitle}
        text={patientMergeTexts.page.noPatient}
        back={membershipTexts.person.back}
        path={paths.members}
      />
    )
  const { patientId, name } = person.data
  return (
    <>
      <BackLink to={withClinic(personPath(id))}>{texts.back(name)}</BackLink>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead(name)} />
      <div className="mt-8 max-w-[45rem]">
        <SplitRecord
          patientId={patientId}
          name={name}
          clinic={clinic}
          onSplit={() => void navigate(withClinic(personPath(id)))}
        />
      </div>
    </>
  )
}
