import { useMutation } from '@tanstack/react-query'
import type { ClinicCurrency } from '#domain/payouts/currencies.ts'
import { payoutNews } from '#domain/payouts/payout-news.ts'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = payoutTexts.details
const leavingMs = 5_000

/** Leads to Stripe's onboarding page. Stays busy while this page unloads. */
export function useStartOnboarding() {
  return useMutation({
    mutationFn: async (currency: ClinicCurrency | null) => {
      const { url } = await callFunction('start-payout-onboarding', currency ? { currency } : {})
      location.assign(url)
      // a second press while the browser navigates would request a second single-use page
      await new Promise((done) => setTimeout(done, leavingMs))
    },
    onError: (error) => toast.error(payoutTexts.account.failed, describeRefusal(error)),
  })
}

export function useRefreshPayoutAccount() {
  const refresh = useRefreshClinic()
  return useMutation({
    mutationFn: (_how: { isAnnounced: boolean }) => callFunction('refresh-payout-account'),
    onSuccess: (account, { isAnnounced }) => {
      if (!isAnnounced) return
      const { isReady, title, description } = payoutNews(account)
      toast[isReady ? 'success' : 'info'](title, { description })
    },
    onError: (error) => toast.error(texts.refreshFailed, describeRefusal(error)),
    onSettled: refresh,
  })
}
