import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { type OwnEmailForm, type OwnPasswordTerms, ownEmailForm } from '#domain/account/forms.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { describeRefusal, hasJustBeenSent, refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { FreshProofFields, freshProofOf, proofRefusals } from './fresh-proof-fields.tsx'
import { LostMailbox } from './lost-mailbox.tsx'
import { passwordTermsQuery } from './password-terms.ts'

const texts = accountTexts.email

/** Shows and changes the sign-in address. @param returnPath where the mailed links lead */
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
        <Change
          email={user.email ?? ''}
          emailRedirectTo={emailRedirectTo}
          onDone={() => setChanging(false)}
        />
      )}
      {user.email_confirmed_at && <LostMailbox user={user} />}
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
    const { error } = await auth.resend({ type: 'email_change', email, options: { emailRedirectTo } })
    setBusy(false)
    // within the cooldown: the mails have been sent
    if (!error || hasJustBeenSent(error)) toast.success(texts.sentAgain)
    else toast.error(texts.againFailed, describeRefusal(error, texts.againFailedDetail))
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

interface ChangeProps {
  email: string
  emailRedirectTo: string
  onDone(): void
}

/** A new address grants permanent access, so it requires the same proof as a new password. */
function Change(props: ChangeProps) {
  const terms = useQuery(passwordTermsQuery(useClinicSlug()))
  if (terms.data) {
    const { needs_current_password, needs_nonce } = terms.data
    return (
      <ChangeForm
        key={`${needs_current_password} ${needs_nonce}`}
        {...props}
        terms={terms.data}
        onTermsChanged={() => void terms.refetch()}
      />
    )
  }
  if (terms.isError) {
    return <ErrorState title={shellTexts.readFailedTitle} onRetry={() => void terms.refetch()} />
  }
  return (
    <Loading label={shellTexts.loading}>
      <Skeleton className="h-17 max-w-[28rem]" />
    </Loading>
  )
}

function ChangeForm({
  email,
  emailRedirectTo,
  terms,
  onDone,
  onTermsChanged,
}: ChangeProps & { terms: OwnPasswordTerms; onTermsChanged(): void }) {
  const [schema] = useState(() => ownEmailForm(terms))
  const form = useSchemaForm<OwnEmailForm>(schema, { email: '', currentPassword: '', nonce: '' })
  const { register, formState, handleSubmit } = form

  async function change({ email: newEmail, ...proof }: OwnEmailForm): Promise<void> {
    if (newEmail === email) return form.setError('email', { message: texts.same })
    const { error } = await auth.updateUser(
      { email: newEmail, ...freshProofOf(terms, proof) },
      { emailRedirectTo },
    )
    if (!error) return onDone()
    const code = refusalCode(error) ?? ''
    // the session grew too old meanwhile: the form now asks for the code
    if (code === 'reauthentication_needed') onTermsChanged()
    const refusal = proofRefusals[code]
    const message = refusal?.message ?? refusalSentence(error) ?? texts.failedDetail
    if (refusal) form.setError(refusal.field, { message })
    else if (code === 'email_address_invalid') form.setError('email', { message })
    else toast.error(texts.failed, { description: message })
  }

  return (
    <form noValidate onSubmit={handleSubmit(change)} className="max-w-[28rem] space-y-4">
      <Field label={texts.newEmail} error={formState.errors.email?.message}>
        {(control) => (
          // opened by pressing "Change email", so the field takes the focus
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
      <FormProvider {...form}>
        <FreshProofFields terms={terms} email={email} />
      </FormProvider>
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
