import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { recordExportTexts } from '#domain/texts/record-export.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { downloadFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'

const texts = recordExportTexts

/** For an admin: the record of one patient, with what the team writes for itself. */
export function DownloadPersonRecord({ patientId, name }: { patientId: string; name: string }) {
  return (
    <RecordCard
      title={texts.team.title}
      lead={texts.team.lead(name)}
      warning={texts.team.warning}
      question={texts.team.confirmTitle(name)}
      isSmall
      read={() => downloadFunction('export-record', { patientId })}
    />
  )
}

export function DownloadOwnRecord({ clinicName }: { clinicName: string }) {
  return (
    <RecordCard
      title={texts.own.title}
      lead={texts.own.lead(clinicName)}
      question={texts.own.confirmTitle}
      read={() => downloadFunction('export-own-record', {})}
    />
  )
}

/** On a page whose address names the guardianship. */
export function DownloadWardRecord({ name }: { name: string }) {
  return (
    <RecordCard
      title={texts.ward.title}
      lead={texts.ward.lead(name)}
      question={texts.ward.confirmTitle(name)}
      read={() => downloadFunction('export-own-record', {})}
    />
  )
}

interface RecordFile {
  fileName: string
  content: Uint8Array<ArrayBuffer>
}

function RecordCard({
  title,
  lead,
  warning,
  question,
  isSmall = false,
  read,
}: {
  title: string
  lead: string
  warning?: string
  question: string
  /** as the buttons of the cards beside it */
  isSmall?: boolean
  read: () => Promise<RecordFile>
}) {
  const [isAsking, setAsking] = useState(false)
  const download = useMutation({
    mutationFn: async () => {
      const { fileName, content } = await read()
      downloadFile(fileName, content, { type: 'application/zip' })
      return fileName
    },
    onSuccess: (fileName) => toast.success(texts.done, { description: texts.doneDetail(fileName) }),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled: () => setAsking(false),
  })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-64">
        <CardTitle>{title}</CardTitle>
        <CardNote>
          {lead} {texts.contents}
        </CardNote>
        {warning && <CardNote className="mt-2">{warning}</CardNote>}
      </div>
      <Button
        variant="outline"
        {...(isSmall && { size: 'small' })}
        aria-disabled={download.isPending || undefined}
        onClick={() => download.isPending || setAsking(true)}
      >
        {download.isPending ? <Spinner /> : <Download aria-hidden />}
        {download.isPending ? texts.busy : texts.button}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(isOpen) => download.isPending || setAsking(isOpen)}
        title={question}
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
