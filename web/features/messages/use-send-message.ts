import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { messagesQuery } from './queries.ts'
import type { MessageDraft } from './use-message-draft.ts'

/** Sends a message; resolves once the thread shows it. */
export function useSendMessage(slug: string, patientId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body, files, attempt }: MessageDraft) =>
      callFunction('send-message', { patientId, body, fileIds: files.map(({ id }) => id), attempt }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: messagesQuery(slug, patientId).queryKey })
      void queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'messages') })
    },
  })
}
