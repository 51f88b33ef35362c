import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { type OwnNameForm, ownNameForm } from '#domain/account/forms.ts'
import { ownNameFrom, ownNameMetadata } from '#domain/account/own-name.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SaveState } from '#web/components/form/save-state.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { auth } from '#web/lib/session/auth.ts'

const texts = accountTexts.profile

/** First and last name, stored in the user metadata. Requires an `UnsavedGuard`. */
export function NameForm({ user }: { user: User }) {
  const form = useSchemaForm<OwnNameForm>(ownNameForm, ownNameFrom(user.user_metadata))
  const { register, formState, handleSubmit } = form
  useUnsaved(formState.isDirty)
  const [savedAt, setSavedAt] = useState<Date | null>(null)

  async function save(values: OwnNameForm): Promise<void> {
    const { error } = await auth.updateUser({ data: ownNameMetadata(values) })
    if (error) {
      toast.error(texts.failed, describeRefusal(error, texts.failedDetail))
      return
    }
    form.reset(values)
    setSavedAt(serverNow())
    toast.success(texts.updated, { description: texts.updatedDetail })
  }

  return (
    <form noValidate onSubmit={handleSubmit(save)} className="space-y-5">
      <FormErrorSummary errors={formState.errors} submitCount={formState.submitCount} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.firstName} error={formState.errors.firstName?.message}>
          {(control) => <Input autoComplete="given-name" {...control} {...register('firstName')} />}
        </Field>
        <Field label={texts.lastName} error={formState.errors.lastName?.message}>
          {(control) => <Input autoComplete="family-name" {...control} {...register('lastName')} />}
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton isBusy={formState.isSubmitting} busyText={componentTexts.form.saving}>
          {componentTexts.form.save}
        </SubmitButton>
        {formState.isDirty && (
          <Button variant="quiet" onClick={() => form.reset()}>
            {componentTexts.form.cancel}
          </Button>
        )}
        <SaveState isDirty={formState.isDirty} savedAt={savedAt} />
      </div>
    </form>
  )
}
