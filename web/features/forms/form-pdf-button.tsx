import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { formTexts } from '#domain/texts/forms.ts'
import { PdfButton } from '#web/components/documents/pdf-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'

const texts = formTexts.person

/** @param isRow a smaller button with a shorter text */
export function FormPdfButton({
  requestId,
  title,
  isRow = false,
}: {
  requestId: string
  title: string
  isRow?: boolean
}) {
  const download = useMutation({
    mutationFn: async () => {
      const { fileName, base64 } = await callFunction('form-pdf', { requestId })
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      downloadFile(fileName, bytes, { type: 'application/pdf' })
    },
    onError: (error) => toast.error(texts.printFailed, describeRefusal(error, texts.tryAgain)),
  })
  if (!isRow)
    return (
      <Button
        variant="outline"
        aria-disabled={download.isPending || undefined}
        onClick={() => download.isPending || download.mutate()}
      >
        {download.isPending ? <Spinner /> : <FileText aria-hidden />}
        {formTexts.own.download}
      </Button>
    )
  return (
    <PdfButton
      icon={<FileText aria-hidden />}
      text={texts.print}
      label={texts.printOf(title)}
      isBusy={download.isPending}
      onClick={() => download.mutate()}
    />
  )
}
