import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SaveBar } from '#web/components/form/save-bar.tsx'
import { SaveState } from '#web/components/form/save-state.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import type { ProfileForm } from './use-profile-form.ts'

/** Error summary and save bar of a part of the clinic's profile. @param onSubmit instead of saving at once */
export function ProfileFormFrame<Form extends FieldValues>({
  profile: { form, savedAt, isSaving, save },
  onSubmit = save,
  children,
}: {
  profile: ProfileForm<Form>
  onSubmit?: (values: Form) => unknown
  children: ReactNode
}) {
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  return (
    <form noValidate onSubmit={form.handleSubmit(onSubmit)} className="space-y-6">
      <FormErrorSummary errors={errors} submitCount={submitCount} />
      {children}
      <SaveBar>
        <SubmitButton isBusy={isSubmitting || isSaving} busyText={componentTexts.form.saving}>
          {clinicTexts.profile.save}
        </SubmitButton>
        {isDirty && (
          <Button variant="quiet" onClick={() => form.reset()}>
            {componentTexts.form.cancel}
          </Button>
        )}
        <SaveState isDirty={isDirty} savedAt={savedAt} />
      </SaveBar>
    </form>
  )
}
