import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { type OwnEmailForm, ownEmailForm } from '#domain/account/forms.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { auth } from '#web/lib/auth.ts'
import { describeRefusal, refusalCode, refusalSentence } from '#web/lib/refusals.ts'

const texts = accountTexts.email

/** The sign-in address, and changing it. @param returnPath where the mailed links lead */
export function EmailSection({ user, returnPath }: { user: User; returnPath: string }) {
  const [isChanging, setChanging] = useState(false)
  const emailRedirectTo = `${location.origin}${returnPath}`
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="block text-note text-muted">{texts.current}</span>
          <AddressText className="font-semibold">{user.email ?? ''}</AddressText>
        </p>
        {!isChanging && (
          <Button variant="outline" onClick={() => setChanging(true)}>
            {texts.change}
          </Button>
        )}
      </div>
      {user.new_email && !isChanging && (
        <Pending newEmail={user.new_email} email={user.email ?? ''} emailRedirectTo={emailRedirectTo} />
      )}
      {isChanging && (
        <ChangeForm email={user.email} emailRedirectTo={emailRedirectTo} onDone={() => setChanging(false)} />
      )}
    </div>
  )
}

function Pending({
  newEmail,
  email,
  emailRedirectTo,
}: {
  newEmail: string
  email: string
  emailRedirectTo: string
}) {
  const [isBusy, setBusy] = useState(false)

  async function sendAgain(): Promise<void> {
    setBusy(true)
    // the account is identified by its current address
    const { error } = await auth.resend({ type: 'email_change', email, options: { emailRedirectTo } })
    setBusy(false)
    if (error) toast.error(texts.failed, describeRefusal(error, texts.failedDetail))
    else toast.success(texts.sentAgain)
  }

  return (
    <Notice tone="info" title={texts.pending(newEmail)}>
      <p>{texts.pendingDetail}</p>
      <Button variant="link" className="mt-1" disabled={isBusy} onClick={() => void sendAgain()}>
        {texts.again}
      </Button>
    </Notice>
  )
}

function ChangeForm({
  email,
  emailRedirectTo,
  onDone,
}: {
  email: string | undefined
  emailRedirectTo: string
  onDone(): void
}) {
  const form = useSchemaForm<OwnEmailForm>(ownEmailForm, { email: '' })
  const { register, formState, handleSubmit } = form

  async function change(values: OwnEmailForm): Promise<void> {
    if (values.email === email) return form.setError('email', { message: texts.same })
    const { error } = await auth.updateUser({ email: values.email }, { emailRedirectTo })
    if (!error) return onDone()
    const message = refusalSentence(error) ?? texts.failedDetail
    if (refusalCode(error) === 'email_exists' || refusalCode(error) === 'email_address_invalid') {
      form.setError('email', { message })
    } else {
      toast.error(texts.failed, { description: message })
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(change)} className="space-y-4">
      <Field label={texts.newEmail} error={formState.errors.email?.message}>
        {(control) => (
          // opened by pressing "Change email", so focus belongs in the field
          <Input
            autoFocus
            type="email"
            inputMode="email"
            autoComplete="email"
            {...control}
            {...register('email')}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={formState.isSubmitting} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
        <Button variant="quiet" onClick={onDone}>
          {componentTexts.form.cancel}
        </Button>
      </div>
    </form>
  )
}
