import { useMutation } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { conflictSentence } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'
import { toast } from '../ui/toast.ts'
import { PdfButton } from './pdf-button.tsx'

const texts = receiptTexts.list

export function useReceiptDownload() {
  return useMutation({
    mutationFn: async (receiptId: string) => {
      const { fileName, base64 } = await callFunction('receipt-pdf', { receiptId })
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
}

export function ReceiptPdf({ receipt }: { receipt: { id: string; label: string } }) {
  const download = useReceiptDownload()
  return (
    <PdfButton
      icon={<ReceiptText aria-hidden />}
      text={texts.pdf}
      label={texts.pdfOf(receipt.label)}
      isBusy={download.isPending}
      onClick={() => download.mutate(receipt.id)}
    />
  )
}
