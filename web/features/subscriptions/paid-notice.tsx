import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { formatMoney } from '#domain/values/money.ts'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { rememberDueInvoices } from './due-invoices.ts'

const pollMs = 2_000
const mostPolls = 15

interface PaidInvoice {
  id: string
  amount_paid_cents: number
  currency: string
}

/** Announces the payment of invoices that were due before the payment page. Their status is the server's. */
export function PaidNotice({ clinic, due }: { clinic: Clinic; due: readonly string[] }) {
  const announced = useRef(new Set<string>())
  const paid = useQuery({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'paid', due),
    enabled: due.length > 0,
    queryFn: async ({ signal }): Promise<PaidInvoice[]> => {
      const { data, error } = await rest
        .from('invoices')
        .select('id, amount_paid_cents, currency')
        .eq('clinic_id', clinic.id)
        .eq('status', 'paid')
        .in('id', due)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
    refetchInterval: ({ state }) =>
      (state.data ?? []).length < due.length && state.dataUpdateCount < mostPolls && pollMs,
  })

  useEffect(() => {
    for (const { id, amount_paid_cents, currency } of paid.data ?? []) {
      if (announced.current.has(id)) continue
      announced.current.add(id)
      // a reload is not another payment
      rememberDueInvoices([])
      toast.success(subscriptionTexts.page.methods.paid(formatMoney(amount_paid_cents, currency)))
    }
  }, [paid.data])

  return null
}
