import { Subtitles } from 'lucide-react'
import { useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { FileUpload } from '#web/components/file-upload.tsx'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { FileField, NamedFile } from './file-field.tsx'

const texts = contentTexts.editor.video
const { fields } = contentTexts.editor

/** A video in an article. */
export interface Video {
  fileId: string
  title: string
  captionsFileId: string | null
}

/** Uploads a video for the article, and asks for its name and captions; or changes those of one. @param video null for a new one */
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
    <Dialog open={isOpen} onOpenChange={(open) => open || onClose()}>
      <DialogContent title={video ? texts.change : texts.title}>
        <VideoForm video={video} onClose={onClose} onDone={onDone} />
      </DialogContent>
    </Dialog>
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
        // a dialog in the editor's page is not the page's form
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
      <FileField
        label={fields.captions}
        hint={fields.captionsHint}
        kind="content_captions"
        fileId={captionsFileId}
        onChange={setCaptions}
      >
        <NamedFile icon={Subtitles}>{fields.captions}</NamedFile>
      </FileField>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {contentTexts.form.cancel}
        </Button>
        <Button type="submit">{video ? texts.save : texts.insert}</Button>
      </DialogActions>
    </form>
  )
}
