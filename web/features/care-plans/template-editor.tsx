import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type CarePlanParts, partsOf, type SaveCarePlan } from '#domain/care-plans/care-plans.ts'
import { type SaveCarePlanTemplate, templateForm } from '#domain/care-plans/own-templates.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import type { Currency } from '#domain/values/money.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { type OwnTemplate, ownTemplatesQuery, themeLessonsQuery } from './queries.ts'
import { StepFields } from './step-fields.tsx'
import { ThemeFields } from './theme-fields.tsx'
import { TitleFields } from './title-fields.tsx'
import { useSaveTemplate } from './use-template-actions.ts'
import { VisitFields } from './visit-fields.tsx'

const texts = carePlanTexts.templates.editor

export interface TemplateStart extends CarePlanParts {
  title: string
  description: string
}

/**
 * @param template null for a new one
 * @param start values of a new one
 * @param categories suggested for themes
 */
export function TemplateEditor({
  clinic,
  template,
  start,
  categories,
  onSaved,
}: {
  clinic: Clinic
  template: OwnTemplate | null
  start: TemplateStart | null
  categories: readonly string[]
  onSaved(): void
}) {
  const { currency, subdomain } = clinic
  const queryClient = useQueryClient()
  const [schema] = useState(() => templateForm(currency))
  const form = useSchemaForm<SaveCarePlanTemplate>(schema, formOf(template, start, currency))
  // both forms have the parts of a plan under the same names
  const parts = form as unknown as UseFormReturn<SaveCarePlan>
  const { errors, isDirty, submitCount } = form.formState
  const lessons = useQuery(themeLessonsQuery(subdomain))
  const save = useSaveTemplate(clinic, form, onSaved)
  const load = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...ownTemplatesQuery(subdomain), staleTime: 0 }),
    onSuccess: (templates) => {
      const fresh = templates.find(({ id }) => id === template?.id)
      if (fresh) form.reset(formOf(fresh, null, currency))
      save.reset()
    },
  })
  const isConflict = save.error !== null && refusalCode(save.error) === 'changed_elsewhere'
  return (
    <form
      noValidate
      className="max-w-180 space-y-10"
      onSubmit={form.handleSubmit((input) => save.isPending || save.mutate(input))}
    >
      <LeaveGuard isDirty={isDirty && !save.isSuccess} />
      <FormErrorSummary errors={errors} submitCount={submitCount} />
      {isConflict ? (
        <Notice tone="danger" title={texts.conflictTitle}>
          <p>{texts.conflict}</p>
          <Button variant="outline" className="mt-3" disabled={load.isPending} onClick={() => load.mutate()}>
            {carePlanTexts.editor.load}
          </Button>
        </Notice>
      ) : (
        save.error && (
          <Notice tone="danger" title={texts.failed}>
            <p>{refusalSentence(save.error) ?? carePlanTexts.editor.tryAgain}</p>
          </Notice>
        )
      )}
      <div className="space-y-5">
        <TitleFields form={form} />
      </div>
      <StepFields form={parts} isTemplate />
      <ThemeFields form={parts} isTemplate categories={categories} lessons={lessons.data} />
      <VisitFields form={parts} currency={currency} />
      <SubmitButton isBusy={save.isPending} busyText={texts.saving}>
        {texts.save}
      </SubmitButton>
    </form>
  )
}

function formOf(
  template: OwnTemplate | null,
  start: TemplateStart | null,
  currency: Currency,
): SaveCarePlanTemplate {
  if (template) {
    const { id, version, title, description, plan } = template
    return { templateId: id, version, title, description, ...partsOf(plan, currency) }
  }
  return { version: 0, title: '', description: '', steps: [], themes: [], visits: [], ...start }
}
