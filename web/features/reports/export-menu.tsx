import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ExportFormat, exportFormats } from '#domain/reports/book-accounts.ts'
import type { Period } from '#domain/reports/periods.ts'
import { reportTexts } from '#domain/texts/reports.ts'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { downloadFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'

const texts = reportTexts.export

/** Downloads the period in the chosen format. */
export function ExportMenu({ period, isDisabled }: { period: Period; isDisabled: boolean }) {
  const download = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const { fileName, content } = await downloadFunction('export-money', { ...period, format })
      downloadFile(fileName, content, { type: 'application/octet-stream' })
      return fileName
    },
    onSuccess: (fileName) => toast.success(texts.done, { description: fileName }),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
  })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" disabled={isDisabled || download.isPending}>
          {download.isPending ? <Spinner /> : <Download aria-hidden />}
          {texts.button}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {exportFormats.map((format) => (
          <DropdownMenuItem key={format} onSelect={() => download.mutate(format)}>
            {texts.formats[format]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
