import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/** Replaces older assigned versions by the current one. @param resource published content; null while closed */
export function PushCorrection({
  resource,
  onClose,
}: {
  resource: { id: string; title: string } | null
  onClose(): void
}) {
  const id = useId()
  const [asksAgain, setAsksAgain] = useState(false)
  const refresh = useRefreshClinic()
  const { correction } = assignmentTexts
  const push = useMutation({
    mutationFn: (input: { itemId: string; asksAgain: boolean }) => callFunction('push-correction', input),
    onSuccess: ({ changed }) => toast.success(correction.done(changed)),
    onError: (error) => toast.error(correction.failed, describeRefusal(error, assignmentTexts.tryAgain)),
    onSettled: () => {
      onClose()
      setAsksAgain(false)
      void refresh()
    },
  })
  return (
    <AlertDialog
      open={resource !== null}
      onOpenChange={(isOpen) => isOpen || push.isPending || onClose()}
      title={correction.title(resource?.title ?? '')}
      consequence={correction.text}
      safeLabel={correction.cancel}
      actionLabel={correction.confirm}
      actionVariant="primary"
      isBusy={push.isPending}
      onAction={() => resource && push.mutate({ itemId: resource.id, asksAgain })}
    >
      <Label htmlFor={id} className="mt-4 flex min-h-11 items-center gap-3 font-normal">
        <Checkbox id={id} checked={asksAgain} onChange={({ target }) => setAsksAgain(target.checked)} />
        {correction.asksAgain}
      </Label>
    </AlertDialog>
  )
}
