import { useState } from 'react'
import { messageNoteTexts } from '#domain/texts/person-notes.ts'
import { ChoiceSwitch } from '#web/components/form/choice-switch.tsx'
import { Composer } from './composer.tsx'
import { NoteComposer } from './note-composer.tsx'

const texts = messageNoteTexts

/**
 * Writes a message to the patient or an internal note, each in a separate field with a separate draft: changing the kind never
 * sends the text of a note. Messages come first, also after a reload.
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
  return (
    <div className={kind === 'note' ? 'badge-warning' : undefined}>
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
