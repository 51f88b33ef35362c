import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router'
import { contentPath, paths, withQuery } from '#domain/paths.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { justSaved } from '#web/components/form/leave-guard.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { TierNotice } from '#web/components/tier-notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { CategoryField } from '#web/features/content/category-field.tsx'
import { ProgramEditor } from '#web/features/programs/program-editor.tsx'
import { programsQuery } from '#web/features/programs/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useLackingFeatures } from '#web/lib/clinic/lacking-features.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useKeptFocus } from '#web/lib/page/restore-focus.ts'
import { NotFoundHere } from './not-found-here.tsx'

const texts = programTexts.editor
const listPath = withQuery(paths.content, { tab: 'programs' })

export default function EditProgram() {
  const { programId } = useParams()
  useKeptFocus()
  const clinic = useClinic()
  const may = useCan()
  const lacksNew = useLackingFeatures().includes('advanced_education')
  const navigate = useNavigate()
  const programs = useQuery({ ...programsQuery(clinic.subdomain), enabled: programId !== undefined })
  const program = programs.data?.find(({ id }) => id === programId)
  if (!may('content:write')) return <Navigate to={withClinic(listPath)} replace />
  if (programId && programs.data && !program)
    return <NotFoundHere title={texts.notFound} text={texts.notFoundLead} back={texts.back} path={listPath} />
  return (
    <>
      <BackLink to={withClinic(listPath)}>{texts.back}</BackLink>
      <PageHeading title={program?.title ?? texts.new} site={clinic.name} />
      <div className="mt-8">
        {programId && programs.isPending ? (
          <Loading>
            <Skeleton className="h-96 rounded-card" />
          </Loading>
        ) : programId && !program ? (
          <ErrorState title={texts.loadFailed} onRetry={() => void programs.refetch()} />
        ) : !programId && lacksNew ? (
          <TierNotice feature="advanced_education" />
        ) : (
          <ProgramEditor
            key={program?.id ?? 'new'}
            clinic={clinic}
            program={program ?? null}
            categoryField={(field) => <CategoryField {...field} />}
            contentPathOf={contentPath}
            onDone={(savedProgram) =>
              void navigate(withClinic(listPath), { state: { ...justSaved, savedProgram } })
            }
          />
        )}
      </div>
    </>
  )
}
