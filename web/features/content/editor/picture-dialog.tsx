import { useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { StoredPicture } from '#web/components/article/stored-picture.tsx'
import { FileUpload } from '#web/components/documents/file-upload.tsx'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { useFileLinks } from '#web/lib/files/file-links.ts'

const texts = contentTexts.editor.picture

interface Picture {
  fileId: string
  alt: string
  caption: string
}

/** Uploads a picture with its description, or changes the description. @param picture null for a new one */
export function PictureDialog({
  isOpen,
  picture,
  onClose,
  onDone,
}: {
  isOpen: boolean
  picture: Picture | null
  onClose(): void
  onDone(picture: Picture): void
}) {
  return (
    <GuardedDialog
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      title={picture ? texts.change : texts.title}
    >
      <PictureForm picture={picture} onClose={onClose} onDone={onDone} />
    </GuardedDialog>
  )
}

function PictureForm({
  picture,
  onClose,
  onDone,
}: {
  picture: Picture | null
  onClose(): void
  onDone(picture: Picture): void
}) {
  const [fileId, setFileId] = useState(picture?.fileId ?? null)
  const [alt, setAlt] = useState(picture?.alt ?? '')
  const [caption, setCaption] = useState(picture?.caption ?? '')
  const url = useFileLinks(fileId ? [fileId] : []).get(fileId ?? '')
  if (fileId === null)
    return <FileUpload kind="content_picture" multiple={false} onUploaded={({ id }) => setFileId(id)} />
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the event to the page's form
        event.stopPropagation()
        onDone({ fileId, alt: alt.trim(), caption: caption.trim() })
      }}
    >
      <StoredPicture url={url} alt="" className="max-h-60 w-full rounded-control object-contain" />
      <Field label={texts.alt} hint={texts.altHint}>
        {(control) => (
          <Input maxLength={300} {...control} value={alt} onChange={({ target }) => setAlt(target.value)} />
        )}
      </Field>
      <Field label={texts.caption} isOptional>
        {(control) => (
          <Input
            maxLength={300}
            {...control}
            value={caption}
            onChange={({ target }) => setCaption(target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {contentTexts.form.cancel}
        </Button>
        <Button type="submit">{picture ? texts.save : texts.insert}</Button>
      </DialogActions>
    </form>
  )
}
