import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { paths, personTab } from '#domain/paths.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { personQuery } from '#web/features/memberships/person-queries.ts'
import { MergeRecords } from '#web/features/patient-merges/merge-records.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { NotFoundHere } from './not-found-here.tsx'

const texts = patientMergeTexts.page

/** Merges two records of one person (docs/domain-rules.md rule 28). */
export default function MergePerson() {
  const { id = '' } = useParams()
  const clinic = useClinic()
  const may = useCan()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const person = useQuery(personQuery(useQueryClient(), clinic.subdomain, id))
  if (!may('patients:merge')) return <Navigate to={withClinic(personTab(id, 'record'))} replace />
  if (person.isPending)
    return (
      <Loading>
        <Skeleton className="h-14 w-80 max-w-full" />
        <Skeleton className="mt-8 h-32 rounded-card" />
      </Loading>
    )
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
      <BackLink to={withClinic(personTab(id, 'record'))}>{texts.back(name)}</BackLink>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead(name)} />
      <div className="mt-8 max-w-[45rem]">
        <MergeRecords
          patientId={patientId}
          clinic={clinic}
          otherId={query.get('with')}
          onChoose={(otherId) =>
            setQuery(otherId ? { with: otherId } : {}, { replace: true, preventScrollReset: true })
          }
          onMerged={() => void navigate(withClinic(personTab(id, 'record')))}
        />
      </div>
    </>
  )
}
