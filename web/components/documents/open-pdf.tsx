import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { PdfButton } from './pdf-button.tsx'

/**
 * Opens a PDF at Stripe in a new tab. Its URL is requested on each press, because URLs expire (docs/payments.md 5).
 *
 * @param onError called after a failure, when the empty tab is already closed
 */
export function OpenPdf({
  texts,
  number,
  request,
  onError,
}: {
  texts: { pdf: string; pdfOf(number: string): string }
  number: string
  request(): Promise<{ url: string }>
  onError(error: unknown): void
}) {
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

  return (
    <PdfButton
      icon={<FileText aria-hidden />}
      text={texts.pdf}
      label={texts.pdfOf(number)}
      isBusy={open.isPending}
      onClick={openInTab}
    />
  )
}
