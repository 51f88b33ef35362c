import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

interface Texts<Reason extends string> {
  reason: string
  reasons: Record<Reason, string>
  keep: string
  failedTitle: string
  failed: string
}

/** Confirms an entry of the desk that cannot be undone, with its reason. */
export function AskReason<Reason extends string>({
  texts,
  question,
  consequence,
  action,
  done,
  send,
  onClose,
}: {
  texts: Texts<Reason>
  question: string
  consequence: string
  action: string
  done: string
  send(reason: Reason): Promise<unknown>
  onClose(): void
}) {
  const refresh = useRefreshClinic()
  const reasons = Object.entries(texts.reasons) as [Reason, string][]
  const [reason, setReason] = useState(reasons[0]?.[0] as Reason)
  const ask = useMutation({
    mutationFn: () => send(reason),
    onSuccess: () => {
      toast.success(done)
      onClose()
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || ask.isPending || onClose()}
      title={question}
      consequence={consequence}
      safeLabel={texts.keep}
      actionLabel={action}
      isBusy={ask.isPending}
      onAction={() => ask.isPending || ask.mutate()}
    >
      <div className="mt-4">
        <Field label={texts.reason}>
          {(control) => (
            <Select {...control} value={reason} onChange={({ target }) => setReason(target.value as Reason)}>
              {reasons.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </AlertDialog>
  )
}
