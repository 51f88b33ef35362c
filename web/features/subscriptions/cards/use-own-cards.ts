import { useMutation, useQueryClient } from '@tanstack/react-query'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { conflictSentence } from '#web/lib/fetch/refusals.ts'

const texts = subscriptionTexts.page.methods

/** Selects the charged card, and removes cards. The cards are refetched even after a refusal. */
export function useOwnCards() {
  const queries = useQueryClient()
  const slug = useClinicSlug()
  const reload = () => queries.invalidateQueries({ queryKey: ownSubscriptionKey(slug) })
  const failed = (error: unknown) =>
    void toast.error(texts.changeCardFailedTitle, {
      description: conflictSentence(error) ?? texts.changeFailed,
    })

  const setDefault = useMutation({
    mutationFn: (cardId: string) => callFunction('set-default-card', { cardId }),
    onSettled: reload,
    onSuccess: () => void toast.success(texts.useDone),
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: (cardId: string) => callFunction('remove-own-card', { cardId }),
    onSettled: reload,
    onSuccess: () => void toast.success(texts.removeDone),
    onError: failed,
  })
  return { setDefault, remove }
}
