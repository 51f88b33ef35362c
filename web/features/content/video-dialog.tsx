import { useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { FileUpload } from '#web/components/file-upload.tsx'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'

const texts = contentTexts.editor.video

/** Uploads a video for the article, and asks for its name. */
export function VideoDialog({
  isOpen,
  onClose,
  onDone,
}: {
  isOpen: boolean
  onClose(): void
  onDone(video: { fileId: string; title: string }): void
}) {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => open || onClose()}>
      <DialogContent title={texts.title}>
        <VideoForm onClose={onClose} onDone={onDone} />
      </DialogContent>
    </Dialog>
  )
}

function VideoForm({
  onClose,
  onDone,
}: {
  onClose(): void
  onDone(video: { fileId: string; title: string }): void
}) {
  const [file, setFile] = useState<{ id: string } | null>(null)
  const [title, setTitle] = useState('')
  if (!file) {
    return (
      <FileUpload
        kind="content_video"
        multiple={false}
        onUploaded={({ id, name }) => {
          setFile({ id })
          setTitle(name.replace(/\.\w+$/, ''))
        }}
      />
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onDone({ fileId: file.id, title: title.trim() })
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
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {contentTexts.form.cancel}
        </Button>
        <Button type="submit">{texts.insert}</Button>
      </DialogActions>
    </form>
  )
}
