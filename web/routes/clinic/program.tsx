import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router'
import { contentPath, paths, withQuery } from '#domain/paths.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { BackLink } from '#web/components/back-link.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { justSaved } from '#web/components/form/leave-guard.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { TierNotice } from '#web/components/tier-notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { CategoryField } from '#web/features/content/category-field.tsx'
import { ProgramEditor } from '#web/features/programs/program-editor.tsx'
import { programsQuery } from '#web/features/programs/queries.ts'
import { withClinic } from '#web/lib/clinic-address.ts'
import { useClinic } from '#web/lib/current-clinic.ts'
import { useKeptFocus } from '#web/lib/keep-focus.ts'
import { useLackingFeatures } from '#web/lib/lacking-features.ts'
import { useCan } from '#web/lib/use-can.ts'
import { NotFoundHere } from './not-found-here.tsx'

const texts = programTexts.editor
const listPath = withQuery(paths.content, { tab: 'programs' })

/** A health program being written; without an id a new one. */
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
            onDone={() => void navigate(withClinic(listPath), { state: justSaved })}
          />
        )}
      </div>
    </>
  )
}
