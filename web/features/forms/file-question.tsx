import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type AnsweredFile, type FormField, mostFiles } from '#domain/forms/forms.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { FileUpload } from '#web/components/documents/file-upload.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { AnsweredFiles } from './answered-files.tsx'
import { QuestionGroup } from './question-group.tsx'

const texts = formTexts.own.files

/** Where the files of a form go. */
export interface FormUploads {
  requestId: string
  /** Reads the answers again after a file was added or removed; shows a failure itself. */
  onChanged(): Promise<void>
  onBusyChange(fieldId: string, isBusy: boolean): void
}

/** A question that files answer. Each is stored when its upload is complete. @param uploads null in a preview */
export function FileQuestion({
  field,
  files,
  error,
  uploads,
}: {
  field: FormField
  files: readonly AnsweredFile[]
  error: string | undefined
  uploads: FormUploads | null
}) {
  if (!uploads)
    return (
      <QuestionGroup field={field} error={error}>
        <p className="rounded-control bg-sunken p-4 text-form text-muted">{formTexts.editor.previewFiles}</p>
      </QuestionGroup>
    )
  return (
    <QuestionGroup field={field} error={error}>
      <Uploads field={field} files={files} uploads={uploads} />
    </QuestionGroup>
  )
}

function Uploads({
  field,
  files,
  uploads,
}: {
  field: FormField
  files: readonly AnsweredFile[]
  uploads: FormUploads
}) {
  const { requestId, onChanged, onBusyChange } = uploads
  const [asked, setAsked] = useState<AnsweredFile | null>(null)
  const remove = useMutation({
    mutationFn: async ({ id }: AnsweredFile) => {
      await callFunction('remove-form-file', { fileId: id }).catch((failure: unknown) => {
        // it was removed in another window
        if (refusalCode(failure) !== 'not_found') throw failure
      })
      await onChanged()
    },
    onError: (failure) => toast.error(texts.removeFailed, describeRefusal(failure)),
    onSettled: () => setAsked(null),
  })
  const isFull = files.length >= mostFiles
  return (
    <div className="space-y-3">
      {files.length > 0 && (
        <AnsweredFiles label={texts.listOf(field.label)} files={files}>
          {(file) => (
            <Button
              variant="quiet"
              size="icon"
              aria-label={texts.remove(file.name)}
              onClick={() => setAsked(file)}
            >
              <X aria-hidden />
            </Button>
          )}
        </AnsweredFiles>
      )}
      {isFull && <p className="text-form text-muted">{texts.full(mostFiles)}</p>}
      <FileUpload
        compact
        showsHint
        kind="form_file"
        question={{ requestId, fieldId: field.id }}
        isFull={isFull}
        onUploaded={() => void onChanged()}
        onBusyChange={(isBusy) => onBusyChange(field.id, isBusy)}
      />
      <AlertDialog
        open={asked !== null}
        onOpenChange={(isOpen) => isOpen || remove.isPending || setAsked(null)}
        {...texts.removeAsk(asked?.name ?? '')}
        isBusy={remove.isPending}
        onAction={() => asked && !remove.isPending && remove.mutate(asked)}
      />
    </div>
  )
}
