import { type ReactNode, useId } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { DialogActions } from '../ui/dialog.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { FormButtons } from './form-buttons.tsx'
import { FormErrorSummary } from './form-error-summary.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useUnsaved } from './unsaved-guard.tsx'
import type { Versioned, VersionedForm } from './use-versioned-form.ts'

/**
 * Error summary, conflict, buttons and the question before unsaved values are lost.
 *
 * @param saving result of `useVersionedSave`
 * @param describe a field's label and saved value, for a conflict
 */
export function VersionedFormFrame<Form extends Versioned>({
  versioned,
  saving: { save, savedAt },
  describe,
  busyText,
  onClose,
  children,
}: {
  versioned: VersionedForm<Form>
  saving: { save(values: Form): Promise<void>; savedAt: Date | null }
  describe(name: Exclude<keyof Form & string, 'version'>): { label: string; saved: string }
  busyText?: string
  /** in a dialog, whose buttons it then has */
  onClose?: () => void
  children: ReactNode
}) {
  const { form, conflict, discard } = versioned
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  useUnsaved(isDirty)
  const id = useId()
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(save)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={submitCount} />
      {conflict && (
        <ConflictNotice
          differing={conflict
            .filter((name): name is Exclude<keyof Form & string, 'version'> => name !== 'version')
            .map(describe)}
          onDiscard={discard}
        />
      )}
      {children}
      {onClose ? (
        <DialogActions onCancel={onClose}>
          <SubmitButton isBusy={isSubmitting} busyText={busyText ?? componentTexts.form.saving}>
            {componentTexts.form.save}
          </SubmitButton>
        </DialogActions>
      ) : (
        <FormButtons
          formId={id}
          isBusy={isSubmitting}
          isDirty={isDirty}
          savedAt={savedAt}
          busyText={busyText}
          onCancel={discard}
        />
      )}
    </form>
  )
}
