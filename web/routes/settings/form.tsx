import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { justSaved } from '#web/components/form/leave-guard.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { FormEditor } from '#web/features/forms/form-editor.tsx'
import { formsQuery } from '#web/features/forms/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = formTexts.editor

/** Edits a form of the clinic, or adds one. */
export default function EditForm() {
  const { formId = '' } = useParams()
  const clinic = useClinic()
  const navigate = useNavigate()
  const forms = useQuery(formsQuery(clinic.subdomain))
  const isNew = formId === 'new'
  const form = forms.data?.find(({ id }) => id === formId) ?? null
  const title = isNew ? texts.newTitle : form ? form.title : forms.data ? texts.missing : texts.back
  return (
    <>
      <BackLink to={withClinic(paths.settingsForms)}>{texts.back}</BackLink>
      <PageHeading title={title} site={clinic.name} />
      <div className="mt-8">
        {forms.isPending ? (
          <Loading>
            <Skeleton className="h-96 rounded-card" />
          </Loading>
        ) : !forms.data ? (
          <ErrorState title={formTexts.settings.failed} onRetry={() => void forms.refetch()} />
        ) : (
          (isNew || form) && (
            <FormEditor
              key={formId}
              slug={clinic.subdomain}
              form={form}
              onSaved={() => void navigate(withClinic(paths.settingsForms), { state: justSaved })}
            />
          )
        )}
      </div>
    </>
  )
}
