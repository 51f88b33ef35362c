import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { noteRights } from '#domain/person-notes/person-notes.ts'
import { personNoteTexts } from '#domain/texts/person-notes.ts'
import { formatDate } from '#domain/values/dates.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { FirstRows, useFirstRows } from '#web/components/first-rows.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { NoteForm } from './note-form.tsx'
import { type PersonNote, personNotesQuery } from './queries.ts'
import { useNoteActions } from './use-note-actions.ts'

const texts = personNoteTexts
const shownAtFirst = 5

export function PersonNotes({
  patientId,
  name,
  clinic,
}: {
  patientId: string
  name: string
  clinic: Clinic
}) {
  const may = useCan()
  const notes = useQuery(personNotesQuery(clinic.subdomain, patientId))
  const { save, remove } = useNoteActions(clinic.subdomain, patientId)
  const [open, setOpen] = useState<'new' | string | null>(null)
  const form = (note: PersonNote | null) => (
    <NoteForm
      body={note?.body ?? ''}
      isBusy={save.isPending}
      onSave={(body) => save.mutate({ note, body }, { onSuccess: () => setOpen(null) })}
      onCancel={() => setOpen(null)}
    />
  )
  const rows = useFirstRows(notes.data, shownAtFirst)
  const isEmpty = notes.data?.length === 0

  return (
    <SectionCard
      title={texts.title}
      note={isEmpty && open === null ? texts.none : texts.lead(name)}
      actions={
        may('notes:write') &&
        open === null && (
          <Button variant="outline" size="small" onClick={() => setOpen('new')}>
            <Plus aria-hidden />
            {texts.add}
          </Button>
        )
      }
    >
      {/* in one place while the notes load, so that typed text remains */}
      {open === 'new' && <div className={isEmpty ? undefined : 'mb-5'}>{form(null)}</div>}
      {!isEmpty &&
        (notes.isPending ? (
          <Loading>
            <Skeleton className="h-16 rounded-control" />
          </Loading>
        ) : !notes.data ? (
          <ErrorState title={texts.failed} onRetry={() => void notes.refetch()} />
        ) : (
          <FirstRows
            of={rows}
            more={texts.more}
            row={(note) => (
              <li key={note.id} className="py-3 first:pt-0 last:pb-0">
                {open === note.id ? (
                  form(note)
                ) : (
                  <Note
                    note={note}
                    isFree={open === null}
                    onChange={() => setOpen(note.id)}
                    onRemove={() => remove.isPending || remove.mutate(note.id)}
                  />
                )}
              </li>
            )}
          />
        ))}
    </SectionCard>
  )
}

function Note({
  note,
  isFree,
  onChange,
  onRemove,
}: {
  note: PersonNote
  isFree: boolean
  onChange(): void
  onRemove(): void
}) {
  const { user } = useSession()
  const may = useCan()
  const { mayChange, mayRemove } = noteRights(note, {
    userId: user?.id ?? '',
    // only admins may change members
    isAdmin: may('members:update'),
    mayWrite: may('notes:write'),
  })
  const date = formatDate(note.createdAt)
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="break-words whitespace-pre-line">{note.body}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-note text-muted">
          <span>{note.authorName}</span>
          <TimeText value={note.createdAt} />
          {note.changedAt && <span>{texts.changed}</span>}
        </p>
      </div>
      {isFree && (
        <span className="flex flex-none gap-1">
          {mayChange && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={texts.changeOf(note.authorName, date)}
              title={texts.change}
              onClick={onChange}
            >
              <Pencil aria-hidden />
            </Button>
          )}
          {mayRemove && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={texts.removeOf(note.authorName, date)}
              title={texts.remove}
              onClick={onRemove}
            >
              <X aria-hidden />
            </Button>
          )}
        </span>
      )}
    </div>
  )
}
