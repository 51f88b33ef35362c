import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type PendingAddressChange as Pending,
  type ProveAddressChange,
  proveAddressChangeForm,
} from '#domain/account/address-change.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { formatDate } from '#domain/values/dates.ts'
import { CodeField } from '#web/components/form/code-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal, refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'

const texts = accountTexts.lostMailbox

/** @param onChanged after each step, also one that failed: the change may have been stopped elsewhere */
export function PendingAddressChange({ pending, onChanged }: { pending: Pending; onChanged(): void }) {
  const [isAsking, setAsking] = useState(false)
  const date = formatDate(pending.effectiveAt)
  const cancel = useMutation({
    mutationFn: () => callFunction('cancel-address-change', {}),
    onSuccess: () => void toast.success(texts.canceled),
    onError: (error) => void toast.error(texts.failed, describeRefusal(error, texts.failed)),
    onSettled() {
      setAsking(false)
      onChanged()
    },
  })
  return (
    <Notice tone="info" title={texts.pending(pending.newEmail)}>
      <p>{pending.isProven ? texts.waits(date) : texts.waitsUnproven(date)}</p>
      {!pending.isProven && <Prove onChanged={onChanged} />}
      <Button variant="outline" size="small" className="mt-3 mb-1" onClick={() => setAsking(true)}>
        {texts.cancel}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(isOpen) => cancel.isPending || setAsking(isOpen)}
        title={texts.cancelTitle}
        consequence={texts.cancelDetail}
        safeLabel={texts.keep}
        actionLabel={texts.cancel}
        isBusy={cancel.isPending}
        onAction={() => cancel.isPending || cancel.mutate()}
      />
    </Notice>
  )
}

function Prove({ onChanged }: { onChanged(): void }) {
  const form = useSchemaForm<ProveAddressChange>(proveAddressChangeForm, { code: '' })
  const { handleSubmit, formState } = form
  const resend = useMutation({
    mutationFn: () => callFunction('send-address-change-code', {}),
    onSuccess: () => void toast.success(texts.resent),
    onError: (error) => void toast.error(texts.failed, describeRefusal(error, texts.failed)),
  })

  async function prove(values: ProveAddressChange): Promise<void> {
    try {
      const { isDone } = await callFunction('prove-address-change', values)
      toast.success(isDone ? texts.changed : texts.proven)
      if (isDone) await auth.refreshSession()
      onChanged()
    } catch (error) {
      form.setValue('code', '')
      const isWrong = refusalCode(error) === 'otp_expired'
      form.setError('code', {
        message: isWrong ? texts.codeWrong : (refusalSentence(error) ?? texts.failed),
      })
      form.setFocus('code')
      if (!isWrong) onChanged()
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(prove)} className="mt-4 space-y-3">
      <CodeField control={form.control} name="code" label={texts.code} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton size="small" isBusy={formState.isSubmitting} busyText={texts.busy}>
          {texts.prove}
        </SubmitButton>
        <Button variant="link" disabled={resend.isPending} onClick={() => resend.mutate()}>
          {texts.resend}
        </Button>
      </div>
    </form>
  )
}
