import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { callFunction } from '../lib/api.ts'
import { conflictSentence } from '../lib/refusals.ts'
import { Button } from './ui/button.tsx'
import { Spinner } from './ui/spinner.tsx'
import { toast } from './ui/toast.ts'

const texts = invoiceTexts.history

/** Opens an invoice's PDF. Its URL is requested on each press, because URLs expire (docs/payments.md 5). */
export function InvoicePdf({ invoiceId, number }: { invoiceId: string; number: string }) {
  const open = useMutation({
    mutationFn: async (tab: Window | null) => {
      const { url } = await callFunction('invoice-pdf', { invoiceId })
      if (tab) tab.location.replace(url)
      else location.assign(url)
    },
    onError: (error, tab) => {
      tab?.close()
      toast.error(texts.pdfFailedTitle, {
        description: conflictSentence(error) ?? texts.pdfFailed,
      })
    },
  })

  function openInTab(): void {
    if (open.isPending) return
    // opened synchronously, or popup blockers interfere; the opener is cut before navigating
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    open.mutate(tab)
  }

  return (
    <Button
      variant="outline"
      size="small"
      className="max-sm:w-11 max-sm:px-0"
      aria-label={texts.pdfOf(number)}
      aria-disabled={open.isPending || undefined}
      onClick={openInTab}
    >
      {open.isPending ? <Spinner /> : <FileText aria-hidden />}
      <span className="max-sm:sr-only">{texts.pdf}</span>
    </Button>
  )
}
