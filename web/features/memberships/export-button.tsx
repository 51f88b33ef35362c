import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { MemberFilters } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { downloadFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'

const texts = membershipTexts.exported

export function ExportButton({ filters }: { filters: MemberFilters }) {
  const download = useMutation({
    mutationFn: async () => {
      const { fileName, content } = await downloadFunction('export-members', filters)
      downloadFile(fileName, content, { type: 'text/csv;charset=utf-8' })
      return fileName
    },
    onSuccess: (fileName) => toast.success(texts.done, { description: texts.doneDetail(fileName) }),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
  })
  return (
    <Button
      variant="outline"
      aria-disabled={download.isPending || undefined}
      onClick={() => download.isPending || download.mutate()}
    >
      {download.isPending ? <Spinner /> : <Download aria-hidden />}
      {download.isPending ? texts.busy : texts.button}
    </Button>
  )
}
