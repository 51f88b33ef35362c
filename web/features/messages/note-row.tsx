import { Lock } from 'lucide-react'
import { noteRights } from '#domain/person-notes/person-notes.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { messageNoteTexts } from '#domain/texts/person-notes.ts'
import { formatClock } from '#domain/values/dates.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { usePageZone } from '#web/lib/clinic/page-zone.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import type { MessageNote } from './queries.ts'
import { useNoteActions } from './use-note-actions.ts'

const texts = messageNoteTexts

/** An internal note between the messages: across both sides, in the color of its composer. */
export function NoteRow({ note, slug, patientId }: { note: MessageNote; slug: string; patientId: string }) {
  const zone = usePageZone()
  const may = useCan()
  const { user } = useSession()
  const { remove } = useNoteActions(slug, patientId)
  const { mayRemove } = noteRights(note, {
    userId: user?.id ?? '',
    // only admins may change members
    isAdmin: may('members:update'),
    mayWrite: may('notes:write'),
  })
  const isOwn = note.authorId !== null && note.authorId === user?.id
  const time = formatClock(note.sentAt, zone)
  return (
    <li className="badge-warning rounded-card border border-line px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 text-note font-semibold">
        <Lock aria-hidden className="size-3.5 flex-none" />
        {texts.label}
      </p>
      <p className="mt-1 break-words whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">{note.body}</p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-note">
        <p>
          <span className="font-semibold">{isOwn ? messageTexts.thread.you : note.authorName}</span>{' '}
          <time dateTime={note.sentAt} className="whitespace-nowrap tabular-nums">
            {time}
          </time>
        </p>
        {mayRemove && (
          <AskFirst
            variant="link"
            label={texts.remove}
            accessibleLabel={texts.removeOf(note.authorName, time)}
            ask={texts.ask}
            isBusy={remove.isPending}
            onAction={(close) => remove.mutate(note.id, { onSuccess: close })}
          />
        )}
      </div>
    </li>
  )
}
