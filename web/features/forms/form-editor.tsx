import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { occasions, repetitions } from '#domain/forms/forms.ts'
import { type SaveForm, saveFormInput } from '#domain/forms/inputs.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { FormPreview } from './form-preview.tsx'
import { PartFields } from './part-fields.tsx'
import { type ClinicForm, formsQuery } from './queries.ts'
import { VisitKinds } from './visit-kinds.tsx'

const texts = formTexts.editor

/** @param form null for a new one */
export function FormEditor({
  slug,
  form: stored,
  onSaved,
}: {
  slug: string
  form: ClinicForm | null
  onSaved(): void
}) {
  const queryClient = useQueryClient()
  const form = useSchemaForm<SaveForm>(saveFormInput, inputOf(stored))
  const { register, formState, watch, setValue, getValues } = form
  const { errors, isDirty, submitCount } = formState
  const [preview, setPreview] = useState<SaveForm | null>(null)
  const occasion = watch('occasion')
  const save = useMutation({
    mutationFn: (input: SaveForm) => callFunction('save-form', input),
    onSuccess: (_answer, input) => {
      form.reset(input)
      toast.success(texts.saved, { description: texts.savedDetail, leavesOnArrival: false })
      void queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'forms') })
      onSaved()
    },
    onError: (error) => {
      if (error instanceof ApiError) showFieldErrors(form, error.fields)
    },
  })
  const load = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...formsQuery(slug), staleTime: 0 }),
    onSuccess: (forms) => {
      form.reset(inputOf(forms.find(({ id }) => id === stored?.id) ?? null))
      save.reset()
    },
  })
  const isConflict = save.error !== null && refusalCode(save.error) === 'changed_elsewhere'
  return (
    <form
      noValidate
      className="space-y-8"
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
      <Card className="space-y-5">
        <Field label={texts.title} hint={texts.titleHint} error={errors.title?.message ?? ''}>
          {(control) => <Input maxLength={120} {...control} {...register('title')} />}
        </Field>
        <Field label={texts.occasion}>
          {(control) => (
            <Select {...control} {...register('occasion')}>
              {occasions.map((each) => (
                <option key={each} value={each}>
                  {formTexts.settings.occasions[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {occasion === 'visit' && (
          <>
            <VisitKinds
              slug={slug}
              chosen={watch('visitTypes')}
              error={errors.visitTypes?.message}
              onChange={(keys) =>
                setValue('visitTypes', keys, { shouldDirty: true, shouldValidate: submitCount > 0 })
              }
            />
            <Field label={texts.repeats}>
              {(control) => (
                <Select {...control} {...register('repeats')}>
                  {repetitions.map((each) => (
                    <option key={each} value={each}>
                      {formTexts.settings.repeats[each]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </>
        )}
        <div>
          <label htmlFor="form-is-active" className="flex min-h-11 items-center gap-3">
            <Checkbox
              id="form-is-active"
              aria-describedby="form-is-active-hint"
              checked={watch('isActive')}
              onChange={({ target }) => setValue('isActive', target.checked, { shouldDirty: true })}
            />
            {texts.isActive}
          </label>
          <p id="form-is-active-hint" className="text-note text-muted">
            {texts.isActiveHint}
          </p>
        </div>
      </Card>
      <PartFields form={form} />
      <p className="text-form text-muted">
        {texts.signature} “{formTexts.statement}”
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={save.isPending} busyText={texts.saving}>
          {texts.save}
        </SubmitButton>
        <Button variant="outline" onClick={() => setPreview(structuredClone(getValues()))}>
          {texts.preview}
        </Button>
      </div>
      <FormPreview form={preview} onClose={() => setPreview(null)} />
    </form>
  )
}

function inputOf(stored: ClinicForm | null): SaveForm {
  if (!stored)
    return {
      ...{ version: 0, title: '', fields: [], occasion: 'request', visitTypes: [] },
      ...{ repeats: 'once', isActive: true },
    }
  const { id, ...form } = stored
  return { formId: id, ...form }
}
