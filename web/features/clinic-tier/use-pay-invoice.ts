import { useMutation } from '@tanstack/react-query'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = clinicTierTexts.billing.history
const leavingMs = 5_000

/** Leads to the page that pays one of Carefold's invoices. Stays busy while this page unloads. */
export function usePayInvoice() {
  const refresh = useRefreshClinic()
  return useMutation({
    mutationFn: async (invoiceId: string) => {
      const { url } = await callFunction('pay-clinic-invoice', { invoiceId })
      location.assign(url)
      await new Promise((done) => setTimeout(done, leavingMs))
    },
    onError: (error) => {
      toast.error(texts.openFailedTitle, describeRefusal(error, texts.openFailed))
      void refresh()
    },
  })
}
