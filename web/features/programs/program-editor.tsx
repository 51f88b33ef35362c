import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type SaveProgram, saveProgramInput } from '#domain/programs/inputs.ts'
import { programEmojis, programStarts } from '#domain/programs/programs.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { Field } from '#web/components/form/field.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { planChoiceQuery } from '#web/lib/clinic/plan-choice.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { DeleteProgram } from './delete-program.tsx'
import type { Program } from './queries.ts'
import { SessionFields } from './session-fields.tsx'

const texts = programTexts.editor

/**
 * @param program null for a new one
 * @param categoryField of the clinic's content
 * @param onDone after saving; after deleting, with null
 */
export function ProgramEditor({
  clinic,
  program,
  categoryField,
  contentPathOf,
  onDone,
}: {
  clinic: Clinic
  program: Program | null
  categoryField(field: { value: string; error: string | undefined; onChange(value: string): void }): ReactNode
  contentPathOf(itemId: string): string
  onDone(programId: string | null): void
}) {
  const refresh = useRefreshClinic()
  const form = useSchemaForm<SaveProgram>(saveProgramInput, formOf(program))
  const { register, watch, setValue, handleSubmit, formState } = form
  const { errors } = formState
  const plans = useQuery(planChoiceQuery(clinic.subdomain))
  const save = useMutation({
    mutationFn: (input: SaveProgram) => callFunction('save-program', input),
    onSuccess: ({ programId }, input) => {
      form.reset(input)
      toast.success(texts.saved)
      onDone(programId)
      void refresh()
    },
    onError: (error) => {
      if (error instanceof ApiError) showFieldErrors(form, error.fields)
    },
  })
  const errorOf = (message: string | undefined) => (message ? { error: message } : {})
  const planIds = watch('planIds')
  return (
    <form
      noValidate
      className="max-w-180 space-y-6"
      onSubmit={handleSubmit((input) => save.isPending || save.mutate(input))}
    >
      <LeaveGuard isDirty={formState.isDirty && !save.isSuccess} />
      {save.error && (
        <Notice tone="danger" title={texts.failed}>
          <p>{refusalSentence(save.error) ?? texts.tryAgain}</p>
        </Notice>
      )}
      <Field label={texts.title} {...errorOf(errors.title?.message)}>
        {(control) => <Input maxLength={120} {...control} {...register('title')} />}
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        {categoryField({
          value: watch('category'),
          error: errors.category?.message,
          onChange: (category) => setValue('category', category, { shouldDirty: true, shouldValidate: true }),
        })}
        <Field label={texts.emoji}>
          {(control) => (
            <Select {...control} {...register('emoji')}>
              {programEmojis.map((emoji) => (
                <option key={emoji}>{emoji}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={texts.description} isOptional {...errorOf(errors.description?.message)}>
        {(control) => <Textarea rows={2} maxLength={300} {...control} {...register('description')} />}
      </Field>
      <Field label={texts.start}>
        {(control) => (
          <Select {...control} {...register('start')}>
            {programStarts.map((start) => (
              <option key={start} value={start}>
                {texts.starts[start]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        {watch('start') === 'fixed' && (
          <Field
            label={texts.startsOn}
            hint={texts.startsOnHint(clinic.time_zone)}
            {...errorOf(errors.startsOn?.message)}
          >
            {(control) => <Input type="date" {...control} {...register('startsOn')} />}
          </Field>
        )}
        <Field label={texts.interval} hint={texts.intervalHint} {...errorOf(errors.intervalDays?.message)}>
          {(control) => (
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={90}
              {...control}
              {...register('intervalDays', { valueAsNumber: true })}
            />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="font-semibold">{texts.plans}</legend>
        <p className="mt-1 text-note text-muted">{texts.plansHint}</p>
        {plans.data?.length === 0 && <p className="mt-2 text-form text-muted">{texts.noPlans}</p>}
        <ul className="mt-2 flex flex-wrap gap-x-6">
          {plans.data?.map(({ id, name }) => (
            <li key={id}>
              <label htmlFor={`plan-${id}`} className="flex min-h-11 items-center gap-3">
                <Checkbox
                  id={`plan-${id}`}
                  checked={planIds.includes(id)}
                  onChange={({ target }) =>
                    setValue(
                      'planIds',
                      target.checked ? [...planIds, id] : planIds.filter((other) => other !== id),
                      { shouldDirty: true },
                    )
                  }
                />
                <span className="break-words">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        {errors.planIds?.message && <p className="text-note text-danger">{errors.planIds.message}</p>}
      </fieldset>
      <SessionFields form={form} clinic={clinic} contentPathOf={contentPathOf} />
      {program && <p className="text-note text-muted">{texts.changedNote}</p>}
      <div className="flex flex-wrap justify-between gap-3">
        <SubmitButton isBusy={save.isPending} busyText={texts.saving}>
          {texts.save}
        </SubmitButton>
        {program && <DeleteProgram program={program} onDone={() => onDone(null)} />}
      </div>
    </form>
  )
}

function formOf(program: Program | null): SaveProgram {
  return {
    programId: program?.id ?? null,
    version: program?.version ?? 0,
    title: program?.title ?? '',
    description: program?.description ?? '',
    category: program?.category ?? '',
    emoji: programEmojis.find((emoji) => emoji === program?.emoji) ?? programEmojis[0],
    start: program?.start ?? 'rolling',
    startsOn: program?.startsOn ?? '',
    intervalDays: program?.intervalDays ?? 7,
    planIds: program?.plans.map(({ id }) => id) ?? [],
    sessions: program?.sessions.map(({ id, title, description, itemId, slidesItemId }) => ({
      ...{ id, title, description, itemId, slidesItemId },
    })) ?? [{ id: null, title: '', description: '', itemId: null, slidesItemId: null }],
  }
}
