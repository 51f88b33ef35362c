import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { defaultGuardianRules, type GuardianRules, guardianRulesForm } from '#domain/guardians/guardians.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { FormButtons } from '#web/components/form/form-buttons.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { guardianRulesQuery } from './queries.ts'

const texts = guardianTexts.rules

export function GuardianRulesCard({ slug }: { slug: string }) {
  const read = useQuery(guardianRulesQuery(slug))
  const { data } = read
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  return (
    <SectionCard id={settingsCardIds.guardians} title={texts.title}>
      <p className="-mt-2 mb-4 text-form text-muted">{texts.lead}</p>
      {read.isPending ? (
        <Skeleton className="h-32 rounded-control" />
      ) : data === undefined ? (
        <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
      ) : (
        <RulesForm
          key={data?.version ?? 0}
          slug={slug}
          version={data?.version ?? 0}
          savedAt={savedAt}
          onSaved={() => setSavedAt(serverNow())}
          rules={
            data
              ? { limitedFrom: data.limited_from, endsAt: data.ends_at, invites: data.invites }
              : defaultGuardianRules
          }
        />
      )}
    </SectionCard>
  )
}

function RulesForm({
  slug,
  version,
  savedAt,
  onSaved,
  rules,
}: {
  slug: string
  version: number
  savedAt: Date | null
  onSaved(): void
  rules: GuardianRules
}) {
  const queryClient = useQueryClient()
  const form = useSchemaForm<GuardianRules>(guardianRulesForm, rules)
  const { register, formState, handleSubmit, watch, setValue } = form
  const { errors, isDirty } = formState
  useUnsaved(isDirty)
  const id = useId()
  const save = useMutation({
    mutationFn: (values: GuardianRules) => callFunction('save-guardian-rules', { version, rules: values }),
    onSuccess: onSaved,
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : []
      const isOnItsField = showFieldErrors(
        form,
        fields.map(({ path, message }) => ({ path: path.replace(/^rules\./, ''), message })),
      )
      if (!isOnItsField) toast.error(texts.saveFailed, describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'guardian-rules') }),
  })
  return (
    <form id={id} noValidate onSubmit={handleSubmit((values) => save.mutate(values))}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.limitedFrom} hint={texts.limitedHint} error={errors.limitedFrom?.message}>
          {(control) => (
            <Input
              inputMode="numeric"
              autoComplete="off"
              {...control}
              {...register('limitedFrom', { valueAsNumber: true })}
            />
          )}
        </Field>
        <Field label={texts.endsAt} hint={texts.endsHint} error={errors.endsAt?.message}>
          {(control) => (
            <Input
              inputMode="numeric"
              autoComplete="off"
              {...control}
              {...register('endsAt', { valueAsNumber: true })}
            />
          )}
        </Field>
      </div>
      <label htmlFor="guardian-invites" className="mt-5 flex items-start gap-3">
        <Checkbox
          id="guardian-invites"
          checked={watch('invites')}
          onChange={(event) => setValue('invites', event.target.checked, { shouldDirty: true })}
        />
        <span>{texts.invites}</span>
      </label>
      <FormButtons
        formId={id}
        isBusy={save.isPending}
        isDirty={isDirty}
        savedAt={savedAt}
        busyText={texts.saving}
        onCancel={() => form.reset()}
      />
    </form>
  )
}
