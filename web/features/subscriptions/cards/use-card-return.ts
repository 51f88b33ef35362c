import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { ownCardsQuery } from '../queries.ts'
import { isNewCardListed } from './known-cards.ts'

/** Delays after which Stripe's event has usually arrived and open invoices were charged. */
const lookAgainMs = [1_500, 4_000, 10_000]

/**
 * Handles the return from saving a card: refetches cards and plans until they have changed, and shows a notice until the
 * card is listed.
 */
export function useCardReturn(clinic: Clinic): void {
  const [query, setQuery] = useSearchParams()
  const queries = useQueryClient()
  const hasReturned = query.get('card') === 'saved'
  const { subdomain } = clinic
  const [isChecking, setChecking] = useState(false)
  const { data: cards } = useQuery({ ...ownCardsQuery(clinic), enabled: isChecking })
  const isListed = cards !== undefined && isNewCardListed(cards)
  // no notice before the first read: the card may be listed by then
  const isAwaited = isChecking && cards !== undefined && !isListed

  useEffect(() => {
    if (!hasReturned) return
    setChecking(true)
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

  useEffect(() => {
    if (!isAwaited) return
    const notice = toast.info(subscriptionTexts.page.methods.returned)
    return () => toast.dismiss(notice)
  }, [isAwaited])
}
