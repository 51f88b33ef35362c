import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { linkTarget } from '#domain/content/article.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'

const texts = contentTexts.editor.link

/** Sets, changes or removes a link; without a selection the URL becomes the text. */
export function LinkDialog({
  isOpen,
  editor,
  onClose,
}: {
  isOpen: boolean
  editor: Editor
  onClose(): void
}) {
  return (
    <GuardedDialog isOpen={isOpen} onOpenChange={(open) => open || onClose()} title={texts.title}>
      <LinkForm editor={editor} onClose={onClose} />
    </GuardedDialog>
  )
}

function LinkForm({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const before = String(editor.getAttributes('link').href ?? '')
  const [address, setAddress] = useState(before)
  const [isWrong, setWrong] = useState(false)
  const selected = () => editor.chain().focus().extendMarkRange('link')

  function save(): void {
    const typed = address.trim()
    const href = linkTarget(typed) ?? linkTarget(`https://${typed}`)
    if (!href || !/[.:]/.test(typed)) {
      setWrong(true)
      return
    }
    const mark = { type: 'link', attrs: { href } }
    if (editor.state.selection.empty && !before) {
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: typed, marks: [mark] })
        .run()
    } else selected().setMark('link', { href }).run()
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        save()
      }}
    >
      <Field
        label={texts.address}
        hint={texts.hint}
        {...(isWrong && { error: contentTexts.validation.link })}
      >
        {(control) => (
          <Input
            inputMode="url"
            maxLength={2_000}
            {...control}
            value={address}
            onChange={({ target }) => {
              setAddress(target.value)
              setWrong(false)
            }}
          />
        )}
      </Field>
      <DialogActions>
        {before && (
          <Button
            variant="quiet"
            onClick={() => {
              selected().unsetMark('link').run()
              onClose()
            }}
          >
            {texts.remove}
          </Button>
        )}
        <Button variant="outline" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit">{texts.set}</Button>
      </DialogActions>
    </form>
  )
}
