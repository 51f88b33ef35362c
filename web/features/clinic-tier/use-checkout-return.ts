import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** Handles the return from paying for the clinic's tier (`checkout=done`), which is no proof of payment. */
export function useCheckoutReturn(): void {
  const [query, setQuery] = useSearchParams()
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  const isHandled = useRef(false)
  const isBack = query.get('checkout') === 'done'

  useEffect(() => {
    if (!isBack || isHandled.current) return
    isHandled.current = true
    toast.success(clinicTierTexts.checkout.done, { description: clinicTierTexts.checkout.confirming })
    void queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'subscription-tier') })
    // so that a reload is not another return
    const rest = new URLSearchParams(query)
    rest.delete('checkout')
    setQuery(rest, { replace: true })
  }, [isBack, query, setQuery, queryClient, slug])
}
