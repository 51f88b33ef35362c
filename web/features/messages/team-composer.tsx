import { useEffect, useRef, useState } from 'react'
import { messageNoteTexts } from '#domain/texts/person-notes.ts'
import { ChoiceSwitch } from '#web/components/form/choice-switch.tsx'
import { Composer } from './composer.tsx'
import { NoteComposer } from './note-composer.tsx'

const texts = messageNoteTexts
/** From here on the list and the conversation are shown together. */
const desktop = matchMedia('(min-width: 64rem) and (pointer: fine)')

/**
 * Writes a message to the patient or an internal note, each in a separate field with a separate draft: changing the kind never
 * sends the text of a note. Messages come first, also after a reload. With a keyboard and a mouse, an opened conversation
 * is ready for the reply.
 *
 * @param whyNoMessage shown instead of the field for messages, if the patient cannot read them
 */
export function TeamComposer({
  slug,
  patientId,
  otherName,
  whyNoMessage,
}: {
  slug: string
  patientId: string
  otherName: string
  whyNoMessage: string | null
}) {
  const [kind, setKind] = useState<keyof typeof texts.kinds>('message')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // a search that is being typed retains the focus
    if (document.activeElement?.matches('input, textarea, select') || !desktop.matches) return
    box.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} className={kind === 'note' ? 'badge-warning' : undefined}>
      <div className="px-4 pt-3">
        <ChoiceSwitch
          label={texts.kind}
          choices={[
            ['message', texts.kinds.message],
            ['note', texts.kinds.note],
          ]}
          value={kind}
          onChange={setKind}
        />
      </div>
      {kind === 'note' ? (
        <NoteComposer slug={slug} patientId={patientId} />
      ) : whyNoMessage ? (
        <p className="px-4 py-4 text-form text-muted">{whyNoMessage}</p>
      ) : (
        <Composer slug={slug} patientId={patientId} otherName={otherName} />
      )}
    </div>
  )
}
