import { useMutation } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { receiptNumber } from '#domain/receipts/receipts.ts'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { callFunction } from '../lib/api.ts'
import { downloadFile } from '../lib/download-file.ts'
import { conflictSentence } from '../lib/refusals.ts'
import { Button } from './ui/button.tsx'
import { Spinner } from './ui/spinner.tsx'
import { toast } from './ui/toast.ts'

const texts = receiptTexts.list

/** Downloads a receipt's PDF. */
export function ReceiptPdf({ receipt }: { receipt: { id: string; number: number } }) {
  const download = useMutation({
    mutationFn: async () => {
      const { fileName, base64 } = await callFunction('receipt-pdf', { receiptId: receipt.id })
      downloadFile(
        fileName,
        Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
        {
          type: 'application/pdf',
        },
      )
    },
    onError: (error) =>
      void toast.error(texts.failedTitle, { description: conflictSentence(error) ?? texts.failed }),
  })
  return (
    <Button
      variant="outline"
      size="small"
      className="max-sm:w-11 max-sm:px-0"
      aria-label={texts.pdfOf(receiptNumber(receipt.number))}
      aria-disabled={download.isPending || undefined}
      onClick={() => download.isPending || download.mutate()}
    >
      {download.isPending ? <Spinner /> : <ReceiptText aria-hidden />}
      <span className="max-sm:sr-only">{texts.pdf}</span>
    </Button>
  )
}
