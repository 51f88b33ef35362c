import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { PageUrl } from '#domain/subscriptions.ts'
import { moneyTexts } from '#domain/texts/money.ts'
import { Button } from '../../components/ui/button.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'
import { toast } from '../../components/ui/toast.ts'
import { callFunction } from '../../lib/api.ts'
import { refusal } from '../../lib/refusal.ts'

const texts = moneyTexts.pay.history

/** Opens an invoice as PDF. Its address is asked for at the press, because it is good for a short while only. */
export function PdfButton({ invoiceId, number }: { invoiceId: string; number: string }) {
  const open = useMutation({
    mutationFn: () => callFunction<PageUrl>('invoice-pdf', { invoiceId }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(texts.failed, refusal(error)),
  })
  return (
    <Button
      variant="quiet"
      size="small"
      className="-mx-3"
      aria-label={texts.pdfLabel(number)}
      disabled={open.isPending}
      onClick={() => open.mutate()}
    >
      {open.isPending ? <Spinner /> : <Download aria-hidden />}
      {texts.pdf}
    </Button>
  )
}
