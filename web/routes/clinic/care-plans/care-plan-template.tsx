import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { carePlanTemplates } from '#domain/care-plans/templates.ts'
import { paths } from '#domain/paths.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { justSaved } from '#web/components/form/leave-guard.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { ownTemplatesQuery } from '#web/features/care-plans/queries.ts'
import { TemplateEditor, type TemplateStart } from '#web/features/care-plans/template-editor.tsx'
import { categoriesQuery } from '#web/features/content/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { NotFoundHere } from '../not-found-here.tsx'

const texts = carePlanTexts.templates.editor

/** Edits a care plan template; without an id a new one, `?from=` copies one of Carefold's. */
export default function EditCarePlanTemplate() {
  const { templateId } = useParams()
  const [query] = useSearchParams()
  const clinic = useClinic()
  const may = useCan()
  const navigate = useNavigate()
  const templates = useQuery(ownTemplatesQuery(clinic.subdomain))
  const categories = useQuery(categoriesQuery(clinic.subdomain))
  const template = templates.data?.find(({ id }) => id === templateId)
  if (!may('care-plans:write')) return <Navigate to={withClinic(paths.carePlanTemplates)} replace />
  if (templateId && templates.data && !template)
    return (
      <NotFoundHere
        title={texts.notFound}
        text={texts.notFoundLead}
        back={texts.back}
        path={paths.carePlanTemplates}
      />
    )
  return (
    <>
      <BackLink to={withClinic(paths.carePlanTemplates)}>{texts.back}</BackLink>
      <PageHeading title={template?.title ?? texts.new} site={clinic.name} lead={texts.lead} />
      <div className="mt-8">
        {templateId && templates.isPending ? (
          <Loading>
            <Skeleton className="h-96 rounded-card" />
          </Loading>
        ) : templateId && !template ? (
          <ErrorState title={carePlanTexts.templates.failed} onRetry={() => void templates.refetch()} />
        ) : (
          <TemplateEditor
            key={template?.id ?? 'new'}
            clinic={clinic}
            template={template ?? null}
            start={startOf(query.get('from'))}
            categories={categories.data ?? []}
            onSaved={() => void navigate(withClinic(paths.carePlanTemplates), { state: justSaved })}
          />
        )}
      </div>
    </>
  )
}

function startOf(key: string | null): TemplateStart | null {
  const found = carePlanTemplates.find((each) => each.key === key)
  if (!found) return null
  const { title, description, steps, themes, visits } = found
  return { title, description, steps, themes, visits }
}
