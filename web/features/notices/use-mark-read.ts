import { useMutation, useQueryClient } from '@tanstack/react-query'
import { userNoticeTexts } from '#domain/texts/notices.ts'
import { toast } from '#web/components/ui/toast.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/** Marks notices as read, in this tab and, through the server, in all others. */
export function useMarkRead(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (which: ActionInput<'mark-notices-read'>) => callFunction('mark-notices-read', which),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'notices') }),
    onError: (error) => toast.error(userNoticeTexts.markFailed, describeRefusal(error)),
  })
}
