import { useMutation, useQueryClient } from '@tanstack/react-query'
import { personNoteTexts } from '#domain/texts/person-notes.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { type PersonNote, personNotesQuery } from './queries.ts'

const texts = personNoteTexts

export function useNoteActions(slug: string, patientId: string) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(personNotesQuery(slug, patientId))

  const save = useMutation({
    mutationFn: async ({ note, body }: { note: PersonNote | null; body: string }) => {
      if (note) await callFunction('change-person-note', { noteId: note.id, body, version: note.version })
      else await callFunction('add-person-note', { patientId, body })
    },
    onSuccess: () => toast.success(texts.saved),
    onError: (error) => toast.error(texts.saveFailed, describeRefusal(error)),
    onSettled,
  })

  const restore = useMutation({
    mutationFn: (noteId: string) => callFunction('remove-person-note', { noteId, isRemoved: false }),
    onError: (error) => toast.error(texts.restoreFailed, describeRefusal(error)),
    onSettled,
  })

  const remove = useMutation({
    mutationFn: (noteId: string) => callFunction('remove-person-note', { noteId, isRemoved: true }),
    onSuccess: (_answer, noteId) =>
      toast.success(texts.removed, { action: { label: texts.undo, onClick: () => restore.mutate(noteId) } }),
    onError: (error) => toast.error(texts.removeFailed, describeRefusal(error)),
    onSettled,
  })

  return { save, remove }
}
