import { useMutation, useQueryClient } from '@tanstack/react-query'
import { learningTexts } from '#domain/texts/learning.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { readingsKey } from './queries.ts'

export function useSaveForLater(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: { itemId: string; isSaved: boolean }) => callFunction('save-for-later', input),
    onError: (error) => toast.error(learningTexts.saveFailed, describeRefusal(error, learningTexts.tryAgain)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: readingsKey(slug) }),
  })
}
