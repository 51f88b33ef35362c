import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'

const texts = clinicTierTexts.billing.method
const leavingMs = 5_000

/** Leads to the page that saves the clinic's card. Stays busy while this page unloads. */
export function useUpdatePaymentMethod() {
  return useMutation({
    mutationFn: async () => {
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

/** Handles the return from that page (`card=saved`), which is no proof: the card is read from Stripe. */
export function useCardReturn(): void {
  const [query, setQuery] = useSearchParams()
  const refresh = useRefreshClinic()
  const isHandled = useRef(false)
  const isBack = query.get('card') === 'saved'
  const read = useMutation({
    mutationFn: () => callFunction('refresh-billing'),
    onSuccess: () => toast.success(texts.savedTitle, { description: texts.saved }),
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failedText)),
    onSettled: refresh,
  })

  useEffect(() => {
    if (!isBack || isHandled.current) return
    isHandled.current = true
    read.mutate()
    // so that a reload is not another return
    const rest = new URLSearchParams(query)
    rest.delete('card')
    setQuery(rest, { replace: true })
  }, [isBack, query, setQuery, read.mutate])
}
