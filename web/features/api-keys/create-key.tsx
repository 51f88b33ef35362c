import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CreatedApiKey } from '#domain/api-keys/api-keys.ts'
import { type CreateApiKey, createApiKeyInput, keyMethods } from '#domain/api-keys/inputs.ts'
import { fhirTypes } from '#domain/fhir/scopes.ts'
import { apiKeyTexts } from '#domain/texts/api-keys.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, usePlainForm } from '#web/components/form/use-plain-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = apiKeyTexts.form
const empty: CreateApiKey = { name: '', resources: [], endsOn: '', method: 'secret', publicKeys: '' }

type Form = UseFormReturn<CreateApiKey>

export default function CreateKey({
  onClose,
  onCreated,
}: {
  onClose(): void
  onCreated(key: CreatedApiKey): void
}) {
  const form = usePlainForm<CreateApiKey>(createApiKeyInput, empty)
  const { register, formState, handleSubmit, watch } = form
  const { errors, isSubmitting } = formState

  async function send(values: CreateApiKey): Promise<void> {
    try {
      onCreated(await callFunction('create-api-key', values))
    } catch (error) {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(apiKeyTexts.failed, describeRefusal(error))
    }
  }

  return (
    <GuardedDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      unsaved={texts.unsaved}
      stay={texts.stay}
      title={texts.title}
    >
      <form noValidate onSubmit={handleSubmit(send)} className="space-y-5">
        <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
          {(control) => <Input autoComplete="off" {...control} {...register('name')} />}
        </Field>
        <Resources form={form} error={errors.resources && apiKeyTexts.errors.resources} />
        <Field label={texts.endsOn} isOptional error={errors.endsOn?.message}>
          {(control) => <Input type="date" {...control} {...register('endsOn')} />}
        </Field>
        <Methods form={form} />
        {watch('method') === 'key_pair' && (
          <Field label={texts.publicKeys} hint={texts.publicKeysHint} error={errors.publicKeys?.message}>
            {(control) => (
              <Textarea
                rows={6}
                spellCheck={false}
                autoCapitalize="none"
                {...control}
                {...register('publicKeys')}
              />
            )}
          </Field>
        )}
        <DialogActions>
          <Button variant="outline" onClick={onClose} disabled={isSubmitting}>
            {texts.cancel}
          </Button>
          <SubmitButton isBusy={isSubmitting} busyText={texts.submitting}>
            {texts.submit}
          </SubmitButton>
        </DialogActions>
      </form>
    </GuardedDialog>
  )
}

function Resources({ form: { register }, error }: { form: Form; error: string | undefined }) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 text-form font-semibold">{texts.resources}</legend>
      {fhirTypes.map((type) => (
        <div key={type} className="flex min-h-11 items-center gap-3 text-form">
          <Checkbox id={`${id} ${type}`} value={type} {...register('resources')} />
          <label htmlFor={`${id} ${type}`} className="min-w-0">
            {apiKeyTexts.resourceNames[type]}
          </label>
        </div>
      ))}
      {error && (
        <p id={id} className="mt-1 text-note text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Methods({ form: { register } }: { form: Form }) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-form font-semibold">{texts.method}</legend>
      {keyMethods.map((method) => (
        <label key={method} className="flex min-h-11 items-start gap-2.5 py-2 text-form">
          <input
            type="radio"
            value={method}
            aria-describedby={`${id} ${method}`}
            className="mt-0.5 size-4.5 flex-none accent-primary"
            {...register('method')}
          />
          <span className="min-w-0">
            {texts.methods[method]}
            <span id={`${id} ${method}`} className="block text-note text-muted">
              {texts.methodHints[method]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
