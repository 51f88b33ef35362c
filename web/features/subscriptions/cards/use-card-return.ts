import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'

/** Delays after which Stripe's event has usually arrived and open invoices were charged. */
const lookAgainMs = [1_500, 4_000, 10_000]

/** Handles the return from saving a card: shows a notice, and refetches cards and plans until they have changed. */
export function useCardReturn(clinic: Clinic): void {
  const [query, setQuery] = useSearchParams()
  const queries = useQueryClient()
  const hasReturned = query.get('card') === 'saved'
  const { subdomain } = clinic

  useEffect(() => {
    if (!hasReturned) return
    toast.info(subscriptionTexts.page.methods.returned)
    for (const wait of lookAgainMs)
      setTimeout(() => void queries.invalidateQueries({ queryKey: ownSubscriptionKey(subdomain) }), wait)
    // so that a reload is not another return
    setQuery(
      (before) => {
        before.delete('card')
        return before
      },
      { replace: true },
    )
  }, [hasReturned, queries, setQuery, subdomain])
}
