import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { toast } from '#web/components/ui/toast.ts'
import { useRefreshPayoutAccount, useStartOnboarding } from './use-payout-actions.ts'

/**
 * Handles the return from Stripe's onboarding: `payouts=returned` refreshes the account's state, `payouts=expired`
 * opens a new page, because each is single-use.
 */
export function usePayoutReturn(): void {
  const [query, setQuery] = useSearchParams()
  const refresh = useRefreshPayoutAccount()
  const start = useStartOnboarding()
  const handled = useRef<string | null>(null)
  const outcome = query.get('payouts')

  useEffect(() => {
    if (outcome === handled.current) return
    handled.current = outcome
    if (!outcome) return
    if (outcome === 'returned') refresh.mutate({ isAnnounced: true })
    if (outcome === 'expired') {
      toast.info(payoutTexts.details.expired)
      start.mutate(null)
    }
    // so that a reload is not another return
    const rest = new URLSearchParams(query)
    rest.delete('payouts')
    setQuery(rest, { replace: true })
  }, [outcome, query, setQuery, refresh.mutate, start.mutate])
}
