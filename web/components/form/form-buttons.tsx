import { componentTexts } from '#domain/texts/components.ts'
import { Button } from '../ui/button.tsx'
import { useSavePart } from './save-part.ts'
import { SaveState } from './save-state.tsx'
import { SubmitButton } from './submit-button.tsx'

/** A form's buttons: in the page's save bar, else below the form. @param formId id of the `form` element */
export function FormButtons({
  formId,
  isBusy,
  isDirty,
  savedAt,
  label = componentTexts.form.save,
  busyText = componentTexts.form.saving,
  onCancel,
}: {
  formId: string
  isBusy: boolean
  isDirty: boolean
  savedAt: Date | null
  label?: string
  busyText?: string
  onCancel(): void
}) {
  const isInBar = useSavePart(formId, { label, isDirty, isBusy, savedAt, cancel: onCancel })
  if (isInBar) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SubmitButton isBusy={isBusy} busyText={busyText}>
        {label}
      </SubmitButton>
      {isDirty && (
        <Button variant="quiet" onClick={onCancel}>
          {componentTexts.form.cancel}
        </Button>
      )}
      <SaveState isDirty={isDirty} savedAt={savedAt} />
    </div>
  )
}
