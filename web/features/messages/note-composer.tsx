import { CircleAlert, Lock } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { noteForm } from '#domain/person-notes/person-notes.ts'
import { messageNoteTexts } from '#domain/texts/person-notes.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Textarea } from '#web/components/ui/input.tsx'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { useMessageDraft } from './use-message-draft.ts'
import { useNoteActions } from './use-note-actions.ts'

const texts = messageNoteTexts

/** Writes an internal note. Input stays until it is saved, and a note that may have arrived is not saved twice. */
export function NoteComposer({ slug, patientId }: { slug: string; patientId: string }) {
  const id = useId()
  const { draft, change, markTried, clear } = useMessageDraft(patientId, 'note')
  const { add } = useNoteActions(slug, patientId)
  const [problem, setProblem] = useState<string | null>(null)

  function submit(event?: FormEvent): void {
    event?.preventDefault()
    if (add.isPending) return
    const refused = noteForm.safeParse({ body: draft.body }).error?.issues[0]?.message ?? null
    setProblem(refused)
    if (refused) return
    markTried()
    add.mutate(draft, {
      onSuccess: clear,
      onError: (error) => setProblem([texts.failed, refusalSentence(error)].filter(Boolean).join(' ')),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="px-4 py-3">
      <label htmlFor={id} className="flex items-center gap-2 text-form font-semibold">
        <Lock aria-hidden className="size-4 flex-none" />
        {texts.label}
      </label>
      <Textarea
        id={id}
        rows={2}
        className="mt-2 max-h-48 min-h-14 resize-none [field-sizing:content]"
        placeholder={texts.placeholder}
        aria-describedby={`${id}-hint ${id}-problem`}
        aria-invalid={problem !== null}
        // changed text would be another note
        readOnly={add.isPending}
        value={draft.body}
        onChange={({ target }) => {
          setProblem(null)
          change(() => ({ body: target.value }))
        }}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
          if (!isSave || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      <p
        id={`${id}-problem`}
        role="alert"
        className="mt-1.5 flex items-start gap-1.5 text-note font-semibold text-danger empty:hidden"
      >
        {problem && (
          <>
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
            {problem}
          </>
        )}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-hint`} className="text-note max-sm:sr-only">
          {texts.hint}
        </p>
        <SubmitButton variant="outline" className="ml-auto" isBusy={add.isPending} busyText={texts.saving}>
          <Lock aria-hidden />
          {texts.save}
        </SubmitButton>
      </div>
    </form>
  )
}
