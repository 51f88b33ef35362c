import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CarePlanParts,
  carePlanForm,
  formOfCarePlan,
  type SaveCarePlan,
} from '#domain/care-plans/care-plans.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { carePlanQuery, type StoredCarePlan, themeLessonsQuery } from './queries.ts'
import { SaveAsTemplate } from './save-as-template.tsx'
import { StepFields } from './step-fields.tsx'
import { TemplateMenu } from './template-menu.tsx'
import { ThemeFields } from './theme-fields.tsx'
import { VisitFields } from './visit-fields.tsx'

const texts = carePlanTexts.editor

/** @param stored null before the first save @param categories suggested for themes */
export function CarePlanEditor({
  clinic,
  patientId,
  stored,
  categories,
  onSaved,
}: {
  clinic: Clinic
  patientId: string
  stored: StoredCarePlan | null
  categories: readonly string[]
  onSaved(): void
}) {
  const { currency, subdomain } = clinic
  const queryClient = useQueryClient()
  const [schema] = useState(() => carePlanForm(currency))
  const form = useSchemaForm<SaveCarePlan>(schema, formOfCarePlan(patientId, stored, currency))
  const { errors, isDirty, submitCount } = form.formState
  const lessons = useQuery(themeLessonsQuery(subdomain))
  const query = carePlanQuery(subdomain, patientId)
  const save = useMutation({
    mutationFn: (input: SaveCarePlan) => callFunction('save-care-plan', input),
    onSuccess: (_answer, input) => {
      form.reset(input)
      toast.success(texts.saved)
      onSaved()
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
    onError: (error) => {
      if (error instanceof ApiError) showFieldErrors(form, error.fields)
    },
  })
  const load = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    onSuccess: (fresh) => {
      form.reset(formOfCarePlan(patientId, fresh, currency))
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
            {texts.load}
          </Button>
        </Notice>
      ) : (
        save.error && (
          <Notice tone="danger" title={texts.failed}>
            <p>{refusalSentence(save.error) ?? texts.tryAgain}</p>
          </Notice>
        )
      )}
      <div className="flex flex-wrap gap-3">
        <TemplateMenu clinic={clinic} onChoose={addTemplate} />
        <SaveAsTemplate clinic={clinic} form={form} />
      </div>
      <StepFields form={form} />
      <ThemeFields form={form} categories={categories} lessons={lessons.data} />
      <VisitFields form={form} currency={currency} />
      <SubmitButton isBusy={save.isPending} busyText={texts.saving}>
        {texts.save}
      </SubmitButton>
    </form>
  )

  /** Appends the template, so that nothing written is lost. Archived lessons are left out. */
  function addTemplate(title: string, { steps, themes, visits }: CarePlanParts): void {
    const before = form.getValues()
    const isFeatured = before.themes.some((theme) => theme.isFeatured)
    const added = themes.map((theme) => ({
      ...theme,
      isFeatured: theme.isFeatured && !isFeatured,
      lessonIds: theme.lessonIds.filter((id) => lessons.data?.some((lesson) => lesson.id === id) ?? true),
    }))
    form.setValue('steps', [...before.steps, ...steps], { shouldDirty: true })
    form.setValue('themes', [...before.themes, ...added], { shouldDirty: true })
    form.setValue('visits', [...before.visits, ...visits], { shouldDirty: true })
    toast.success(texts.templateAdded(title))
  }
}
