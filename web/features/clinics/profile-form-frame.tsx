import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { FormButtons } from '#web/components/form/form-buttons.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import type { ProfileForm } from './use-profile-form.ts'

/** Error summary and buttons of a part of the clinic's profile. @param onSubmit instead of saving at once */
export function ProfileFormFrame<Form extends FieldValues>({
  profile: { form, savedAt, isSaving, save },
  onSubmit = save,
  children,
}: {
  profile: ProfileForm<Form>
  onSubmit?: (values: Form) => unknown
  children: ReactNode
}) {
  const id = useId()
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(onSubmit)} className="space-y-6">
      <FormErrorSummary errors={errors} submitCount={submitCount} />
      {children}
      <FormButtons
        formId={id}
        label={clinicTexts.profile.save}
        isBusy={isSubmitting || isSaving}
        isDirty={isDirty}
        savedAt={savedAt}
        onCancel={() => form.reset()}
      />
    </form>
  )
}
