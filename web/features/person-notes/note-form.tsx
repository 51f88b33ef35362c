import { type NoteForm as Form, longestNote, noteForm } from '#domain/person-notes/person-notes.ts'
import { personNoteTexts } from '#domain/texts/person-notes.ts'
import { Field } from '#web/components/form/field.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Textarea } from '#web/components/ui/input.tsx'

const texts = personNoteTexts

export function NoteForm({
  body,
  isBusy,
  onSave,
  onCancel,
}: {
  body: string
  isBusy: boolean
  onSave(body: string): void
  onCancel(): void
}) {
  const form = useSchemaForm<Form>(noteForm, { body })
  const { register, formState, handleSubmit } = form
  return (
    <form noValidate onSubmit={handleSubmit((values) => onSave(values.body))}>
      <LeaveGuard isDirty={formState.isDirty} />
      <Field label={texts.field} hint={texts.hint} error={formState.errors.body?.message}>
        {(control) => (
          <Textarea rows={3} maxLength={longestNote} autoFocus {...control} {...register('body')} />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy} busyText={texts.saving}>
          {texts.save}
        </SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
