import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { PdfButton } from './pdf-button.tsx'

interface OpenPdfRequest {
  request(): Promise<{ url: string }>
  /** called after a failure, when the empty tab is already closed */
  onError(error: unknown): void
}

/**
 * Opens a PDF at Stripe in a new tab. Its URL is requested on each press, because URLs expire (docs/payments.md 5).
 */
export function useOpenPdf({ request, onError }: OpenPdfRequest): { open(): void; isBusy: boolean } {
  const open = useMutation({
    mutationFn: async (tab: Window | null) => {
      const { url } = await request()
      if (tab) tab.location.replace(url)
      else location.assign(url)
    },
    onError: (error, tab) => {
      tab?.close()
      onError(error)
    },
  })

  function openInTab(): void {
    // opened synchronously, or popup blockers interfere; the opener is cut before navigating
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    open.mutate(tab)
  }

  return { open: openInTab, isBusy: open.isPending }
}

export function OpenPdf({
  texts,
  number,
  ...request
}: OpenPdfRequest & { texts: { pdf: string; pdfOf(number: string): string }; number: string }) {
  const { open, isBusy } = useOpenPdf(request)
  return (
    <PdfButton
      icon={<FileText aria-hidden />}
      text={texts.pdf}
      label={texts.pdfOf(number)}
      isBusy={isBusy}
      onClick={open}
    />
  )
}
