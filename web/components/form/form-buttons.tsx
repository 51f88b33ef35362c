import { componentTexts } from '#domain/texts/components.ts'
import { Button } from '../ui/button.tsx'
import { SaveState } from './save-state.tsx'
import { SubmitButton } from './submit-button.tsx'

export function FormButtons({
  isBusy,
  isDirty,
  savedAt,
  busyText = componentTexts.form.saving,
  onCancel,
}: {
  isBusy: boolean
  isDirty: boolean
  savedAt: Date | null
  busyText?: string
  onCancel(): void
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SubmitButton isBusy={isBusy} busyText={busyText}>
        {componentTexts.form.save}
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
