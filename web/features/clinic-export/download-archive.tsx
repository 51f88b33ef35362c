import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { clinicExportTexts } from '#domain/texts/clinic-export.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { downloadFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'

const texts = clinicExportTexts.download

/** Downloads all data of the clinic after a warning: the archive is not encrypted. */
export function DownloadArchive() {
  const [isAsking, setIsAsking] = useState(false)
  const download = useMutation({
    mutationFn: async () => {
      const { fileName, content } = await downloadFunction('export-clinic', {})
      downloadFile(fileName, content, { type: 'application/zip' })
      return fileName
    },
    onSuccess: (fileName) => toast.success(texts.done, { description: texts.doneDetail(fileName) }),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled: () => setIsAsking(false),
  })
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.lead}</CardNote>
      <ul className="mt-4 list-disc space-y-1.5 pl-5">
        {texts.contents.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-4 text-muted">{texts.warning}</p>
      <Button
        className="mt-5"
        aria-disabled={download.isPending || undefined}
        onClick={() => download.isPending || setIsAsking(true)}
      >
        <Download aria-hidden />
        {texts.button}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(isOpen) => download.isPending || setIsAsking(isOpen)}
        title={texts.confirmTitle}
        consequence={texts.confirmText}
        safeLabel={texts.cancel}
        actionLabel={download.isPending ? texts.busy : texts.button}
        actionVariant="primary"
        isBusy={download.isPending}
        onAction={() => download.isPending || download.mutate()}
      />
    </Card>
  )
}
