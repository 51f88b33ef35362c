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
 * Handles the return from a saved card: refetches cards and plans, and shows a notice until the card is listed, for at
 * most ten seconds.
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
    const readAgain = () => queries.invalidateQueries({ queryKey: ownSubscriptionKey(subdomain) })
    for (const wait of lookAgainMs.slice(0, -1)) setTimeout(() => void readAgain(), wait)
    // a card that is not listed by then was not saved, or is listed later without a notice
    setTimeout(() => void readAgain().finally(() => setChecking(false)), lookAgainMs.at(-1))
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
