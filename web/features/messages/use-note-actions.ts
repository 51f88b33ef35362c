import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageNoteTexts } from '#domain/texts/person-notes.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { messageNotesQuery } from './note-queries.ts'
import type { MessageDraft } from './use-message-draft.ts'

const texts = messageNoteTexts

export function useNoteActions(slug: string, patientId: string) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(messageNotesQuery(slug, patientId))

  const add = useMutation({
    mutationFn: ({ body, attempt }: MessageDraft) =>
      callFunction('add-message-note', { patientId, body, attempt }),
    onSettled,
  })

  const remove = useMutation({
    mutationFn: (noteId: string) => callFunction('remove-message-note', { noteId }),
    onSuccess: () => toast.success(texts.removed),
    onError: (error) => toast.error(texts.removeFailed, describeRefusal(error)),
    onSettled,
  })

  return { add, remove }
}
