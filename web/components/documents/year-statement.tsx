import { useMutation } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { conflictSentence } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'

const texts = receiptTexts.year

/** Downloads a patient's payments of a year, as a PDF. @param patientId null: the caller */
export function YearStatement({ year, patientId = null }: { year: number; patientId?: string | null }) {
  const download = useMutation({
    mutationFn: async () => {
      const { fileName, base64 } = await callFunction('year-statement', { year, patientId })
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      downloadFile(fileName, bytes, { type: 'application/pdf' })
    },
    onError: (error) =>
      void toast.error(texts.failedTitle, {
        description: conflictSentence(error) ?? receiptTexts.list.failed,
      }),
  })
  return (
    <Button
      variant="outline"
      size="small"
      aria-disabled={download.isPending || undefined}
      onClick={() => download.isPending || download.mutate()}
    >
      {download.isPending ? <Spinner /> : <CalendarRange aria-hidden />}
      {texts.button(year)}
    </Button>
  )
}
