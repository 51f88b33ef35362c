import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { safePath } from '#domain/redirects.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { tabStore } from '#web/lib/page/stores.ts'
import { clinicBillingQuery } from './queries.ts'

const texts = clinicTierTexts.billing.method
const leavingMs = 5_000
/** The page that needs the card, of this tab: in the query `back`, and here while the payment page is open. */
const backKey = 'carefold-after-card'

/** Leads to the page that saves the clinic's card. Stays busy while this page unloads. */
export function useUpdatePaymentMethod() {
  const [query] = useSearchParams()
  return useMutation({
    mutationFn: async () => {
      tabStore.setItem(backKey, query.get('back') ?? '')
      const { url } = await callFunction('update-payment-method')
      if (!url) throw new Error(texts.noUrl)
      location.assign(url)
      await new Promise((done) => setTimeout(done, leavingMs))
    },
    onError: (error) => {
      // the second step replaces the page
      if (refusalCode(error) === 'second_step_required') return
      toast.error(texts.failedTitle, describeRefusal(error, texts.failedText))
    },
  })
}

/**
 * Handles the return from that page: `card=left` means that no card was saved, so nothing is announced. After
 * `card=saved`, which is no proof, the card is read from Stripe; with a card it leads back to the page that needs one.
 */
export function useCardReturn(): void {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  const refresh = useRefreshClinic()
  const isHandled = useRef(false)
  const outcome = query.get('card')
  const read = useMutation({
    mutationFn: async (back: string | null) => {
      await callFunction('refresh-billing')
      await refresh()
      const hasCard = slug && queryClient.getQueryData(clinicBillingQuery(slug).queryKey)?.card_last4
      if (!hasCard) return
      toast.success(texts.savedTitle, { description: texts.saved })
      if (back) void navigate(withClinic(back), { replace: true })
    },
    onError: (error) => {
      toast.error(texts.failedTitle, describeRefusal(error, texts.failedText))
      void refresh()
    },
  })

  useEffect(() => {
    if (!outcome || isHandled.current) return
    isHandled.current = true
    const left = tabStore.getItem(backKey)
    const back = safePath(left)
    tabStore.removeItem(backKey)
    // an address that a user saved or typed is no return
    if (outcome === 'saved' && left !== null) read.mutate(back)
    // so that a reload is not another return
    const rest = new URLSearchParams(query)
    rest.delete('card')
    if (back) rest.set('back', back)
    setQuery(rest, { replace: true })
  }, [outcome, query, setQuery, read.mutate])
}
