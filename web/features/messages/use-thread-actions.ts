import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageTexts } from '#domain/texts/messages.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = messageTexts.desk

export function useThreadActions(slug: string, patientId: string) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'messages') })

  const assign = useMutation({
    mutationFn: ({ userId }: { userId: string | null; name: string }) =>
      callFunction('assign-thread', { patientId, assigneeId: userId }),
    onSuccess: (_answer, { userId, name }) => toast.success(userId ? texts.assigned(name) : texts.unassigned),
    onError: (error) => toast.error(texts.assignFailed, describeRefusal(error)),
    onSettled,
  })

  const reopen = useMutation({
    mutationFn: () => callFunction('close-thread', { patientId, isClosed: false }),
    onSuccess: () => toast.success(texts.reopenedNow),
    onError: (error) => toast.error(texts.reopenFailed, describeRefusal(error)),
    onSettled,
  })

  const close = useMutation({
    mutationFn: () => callFunction('close-thread', { patientId, isClosed: true }),
    onSuccess: () =>
      toast.success(texts.closedNow, { action: { label: texts.undo, onClick: () => reopen.mutate() } }),
    onError: (error) => toast.error(texts.closeFailed, describeRefusal(error)),
    onSettled,
  })

  return { assign, close, reopen }
}
