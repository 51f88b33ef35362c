import { useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { FileUpload } from '#web/components/documents/file-upload.tsx'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'

const texts = contentTexts.editor.video
const { fields } = contentTexts.editor

export interface Video {
  fileId: string
  title: string
  captionsFileId: string | null
}

/** Uploads a video with its name and captions, or changes those. @param video null for a new one */
export function VideoDialog({
  isOpen,
  video,
  onClose,
  onDone,
}: {
  isOpen: boolean
  video: Video | null
  onClose(): void
  onDone(video: Video): void
}) {
  return (
    <GuardedDialog
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      title={video ? texts.change : texts.title}
    >
      <VideoForm video={video} onClose={onClose} onDone={onDone} />
    </GuardedDialog>
  )
}

function VideoForm({
  video,
  onClose,
  onDone,
}: {
  video: Video | null
  onClose(): void
  onDone(video: Video): void
}) {
  const [fileId, setFileId] = useState(video?.fileId ?? null)
  const [title, setTitle] = useState(video?.title ?? '')
  const [captionsFileId, setCaptions] = useState(video?.captionsFileId ?? null)
  if (fileId === null) {
    return (
      <FileUpload
        kind="content_video"
        multiple={false}
        onUploaded={({ id, name }) => {
          setFileId(id)
          setTitle(name.replace(/\.\w+$/, ''))
        }}
      />
    )
  }
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the event to the page's form
        event.stopPropagation()
        onDone({ fileId, title: title.trim(), captionsFileId })
      }}
    >
      <Field label={texts.name}>
        {(control) => (
          <Input
            maxLength={120}
            {...control}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <CaptionsField fileId={captionsFileId} onChange={setCaptions} />
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {contentTexts.form.cancel}
        </Button>
        <Button type="submit">{video ? texts.save : texts.insert}</Button>
      </DialogActions>
    </form>
  )
}

/** Not a `FileField`: sharing that chunk with the editor would make patients download more. */
function CaptionsField({
  fileId,
  onChange,
}: {
  fileId: string | null
  onChange(fileId: string | null): void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-form">{fields.captions}</legend>
      {fileId === null ? (
        <FileUpload kind="content_captions" multiple={false} onUploaded={({ id }) => onChange(id)} />
      ) : (
        <Button
          variant="outline"
          size="small"
          aria-label={`${fields.remove}: ${fields.captions}`}
          onClick={() => onChange(null)}
        >
          {fields.remove}
        </Button>
      )}
      <p className="mt-1.5 text-note text-muted">{fields.captionsHint}</p>
    </fieldset>
  )
}
