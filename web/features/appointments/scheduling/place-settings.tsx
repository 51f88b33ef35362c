import { useQuery } from '@tanstack/react-query'
import { type VisitPlaceForm, visitPlaceForm } from '#domain/appointments/scheduling.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { type SchedulingSettings, schedulingSettingsQuery } from './scheduling-queries.ts'
import { useSchedulingSave } from './use-scheduling-save.ts'

const page = schedulingPageTexts
const texts = page.place

export function PlaceSettings({ slug }: { slug: string }) {
  const settings = useQuery(schedulingSettingsQuery(slug))
  return (
    <SectionCard id={settingsCardIds.place} title={texts.title}>
      <p className="-mt-2 mb-4 text-form text-muted">{texts.lead}</p>
      {settings.isPending ? (
        <Skeleton className="h-32 rounded-control" />
      ) : !settings.data ? (
        <ErrorState title={page.failed} onRetry={() => void settings.refetch()} />
      ) : (
        <PlaceFields slug={slug} settings={settings.data} />
      )}
    </SectionCard>
  )
}

function PlaceFields({ slug, settings }: { slug: string; settings: SchedulingSettings }) {
  const { visitAddress, directions } = settings
  const form = useSchemaForm<VisitPlaceForm>(visitPlaceForm, { visitAddress, directions })
  const { register, formState, handleSubmit, reset } = form
  useUnsaved(formState.isDirty)
  const save = useSchedulingSave(slug, (input: ActionInput<'save-scheduling-settings'>) =>
    callFunction('save-scheduling-settings', input),
  )
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) =>
        save.mutateAsync({ version: settings.version, ...values }).then(
          () => reset(values),
          () => undefined,
        ),
      )}
    >
      <div className="space-y-5">
        <Field label={texts.address} isOptional error={formState.errors.visitAddress?.message}>
          {(control) => <Input autoComplete="street-address" {...control} {...register('visitAddress')} />}
        </Field>
        <Field
          label={texts.directions}
          isOptional
          hint={texts.directionsHint}
          error={formState.errors.directions?.message}
        >
          {(control) => <Textarea rows={2} {...control} {...register('directions')} />}
        </Field>
      </div>
      <div className="mt-5">
        <SubmitButton isBusy={save.isPending} busyText={page.saving}>
          {page.save}
        </SubmitButton>
      </div>
    </form>
  )
}
