import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { supportTexts } from '#domain/texts/support.ts'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { operatorSupportQuery } from './queries.ts'

const texts = supportTexts.ask

export function AskAccess({ clinic }: { clinic: { id: string; name: string } }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const ask = useMutation({
    mutationFn: () => callFunction('ask-support-access', { clinicId: clinic.id, reason }),
    onSuccess: (answer) => {
      queryClient.setQueryData(operatorSupportQuery().queryKey, answer)
      toast.success(texts.done)
      setAsking(false)
      setReason('')
    },
    onError: (failure) => {
      const field =
        failure instanceof ApiError ? failure.fields.find(({ path }) => path === 'reason') : undefined
      if (field) return setError(field.message)
      setAsking(false)
      toast.error(supportTexts.notDone, describeRefusal(failure))
    },
  })
  return (
    <>
      <Button variant="outline" aria-label={texts.buttonOf(clinic.name)} onClick={() => setAsking(true)}>
        {texts.button}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => ask.isPending || setAsking(open)}
        title={texts.title(clinic.name)}
        consequence={texts.consequence}
        safeLabel={texts.keep}
        actionLabel={texts.action}
        actionVariant="primary"
        isBusy={ask.isPending}
        onAction={() => ask.mutate()}
      >
        <div className="mt-4">
          <Field label={texts.label} hint={texts.hint} error={error}>
            {(control) => (
              <Textarea
                rows={3}
                {...control}
                value={reason}
                onChange={(event) => {
                  setReason(event.target.value)
                  setError(undefined)
                }}
              />
            )}
          </Field>
        </div>
      </AlertDialog>
    </>
  )
}
