import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  type AddSsoProviderInput,
  addSsoProviderInput,
  providerWays,
} from '#domain/single-sign-on/providers.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SaveBar } from '#web/components/form/save-bar.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useSsoProviders } from './queries.ts'

const texts = singleSignOnTexts.add
const empty: AddSsoProviderInput = {
  name: '',
  domains: '',
  way: 'metadata',
  metadata: '',
  entityId: '',
  ssoUrl: '',
  certificate: '',
  emailAttribute: '',
  joinsAnyone: true,
}

/** Requires an `UnsavedGuard`. @param onDone called after it was added or canceled */
export function AddProvider({ onDone }: { onDone(): void }) {
  const form = useSchemaForm<AddSsoProviderInput>(addSsoProviderInput, empty)
  const { register, formState, handleSubmit, watch } = form
  const { errors, isDirty } = formState
  useUnsaved(isDirty)
  const { add } = useSsoProviders()
  const titleId = useId()

  async function send(values: AddSsoProviderInput): Promise<void> {
    try {
      const { name } = await add.mutateAsync(values)
      toast.success(texts.added(name))
      onDone()
    } catch (error) {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(texts.failed, describeRefusal(error))
    }
  }

  return (
    <form noValidate aria-labelledby={titleId} onSubmit={handleSubmit(send)} className="mt-6">
      <Card className="space-y-5">
        <div>
          <CardTitle id={titleId}>{texts.title}</CardTitle>
          <CardNote>{texts.lead}</CardNote>
        </div>
        <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
        <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
          {(control) => <Input autoFocus autoComplete="off" {...control} {...register('name')} />}
        </Field>
        <Field label={texts.domains} hint={texts.domainsHint} error={errors.domains?.message}>
          {(control) => (
            <Input
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
              {...control}
              {...register('domains')}
            />
          )}
        </Field>
        <Way form={form} />
        {watch('way') === 'metadata' ? (
          <Field label={texts.metadata} hint={texts.metadataHint} error={errors.metadata?.message}>
            {(control) => <Textarea rows={6} spellCheck={false} {...control} {...register('metadata')} />}
          </Field>
        ) : (
          <Values form={form} />
        )}
        <Field
          label={texts.emailAttribute}
          isOptional
          hint={texts.emailAttributeHint}
          error={errors.emailAttribute?.message}
        >
          {(control) => (
            <Input autoComplete="off" spellCheck={false} {...control} {...register('emailAttribute')} />
          )}
        </Field>
        <JoinsAnyone form={form} />
      </Card>
      <SaveBar>
        <SubmitButton isBusy={add.isPending} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
        <Button variant="outline" disabled={add.isPending} onClick={onDone}>
          {texts.cancel}
        </Button>
      </SaveBar>
    </form>
  )
}

type Form = UseFormReturn<AddSsoProviderInput>

/** Metadata, or its three values entered manually. */
function Way({ form: { register } }: { form: Form }) {
  const labels = { metadata: texts.byMetadata, fields: texts.byFields }
  return (
    <fieldset>
      <legend className="mb-1.5 text-form font-semibold">{texts.way}</legend>
      <div className="flex flex-wrap gap-x-6">
        {providerWays.map((way) => (
          <label key={way} className="flex min-h-11 items-center gap-2.5 text-form">
            <input type="radio" value={way} className="size-4.5 accent-primary" {...register('way')} />
            {labels[way]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Values({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState
  return (
    <>
      <Field label={texts.entityId} error={errors.entityId?.message}>
        {(control) => <Input autoComplete="off" spellCheck={false} {...control} {...register('entityId')} />}
      </Field>
      <Field label={texts.ssoUrl} error={errors.ssoUrl?.message}>
        {(control) => (
          <Input type="url" inputMode="url" autoComplete="off" {...control} {...register('ssoUrl')} />
        )}
      </Field>
      <Field label={texts.certificate} hint={texts.certificateHint} error={errors.certificate?.message}>
        {(control) => <Textarea rows={6} spellCheck={false} {...control} {...register('certificate')} />}
      </Field>
    </>
  )
}

function JoinsAnyone({ form: { register } }: { form: Form }) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Checkbox id={id} aria-describedby={`${id}-hint`} className="mt-0.5" {...register('joinsAnyone')} />
      <div>
        <Label htmlFor={id}>{texts.joinsAnyone}</Label>
        <p id={`${id}-hint`} className="mt-1 text-form text-muted">
          {texts.joinsAnyoneHint}
        </p>
      </div>
    </div>
  )
}
