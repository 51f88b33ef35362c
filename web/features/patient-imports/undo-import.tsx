import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { formatClock } from '#domain/values/dates.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { CardNote } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { importQuery } from './queries.ts'

const texts = patientImportTexts.undo

/** @param undoUntil ISO instant; the server refuses later */
export function UndoImport({
  subdomain,
  importId,
  undoUntil,
  timeZone,
}: {
  subdomain: string
  importId: string
  undoUntil: string
  timeZone: string
}) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const undoing = useMutation({
    mutationFn: () => callFunction('undo-patient-import', { importId }),
    onSuccess: async (undone) => {
      queries.setQueryData(importQuery(subdomain, importId).queryKey, undone)
      await queries.invalidateQueries({ queryKey: clinicKey(subdomain) })
    },
  })
  return (
    <div className="mt-4">
      <CardNote>{texts.until(formatClock(undoUntil, timeZone))}</CardNote>
      <Button variant="outline" className="mt-3" onClick={() => setAsking(true)}>
        <Undo2 aria-hidden />
        {texts.button}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(isOpen) => undoing.isPending || setAsking(isOpen)}
        title={texts.title}
        consequence={texts.consequence}
        safeLabel={texts.cancel}
        actionLabel={undoing.isPending ? texts.busy : texts.button}
        isBusy={undoing.isPending}
        onAction={() => undoing.isPending || undoing.mutate()}
      >
        {undoing.isError && <Notice tone="danger">{refusalSentence(undoing.error) ?? texts.failed}</Notice>}
      </AlertDialog>
    </div>
  )
}
