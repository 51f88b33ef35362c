import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { FreshProofForm, OwnPasswordTerms } from '#domain/account/forms.ts'
import { confirmPersonForm, termsNow } from '#domain/account/fresh-proof.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { failureTexts } from '#domain/texts/failures.ts'
import { digitsOf } from '#domain/two-factor/two-factor.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { usePlainForm } from '#web/components/form/use-plain-form.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { FreshProofFields, proofRefusals } from './fresh-proof-fields.tsx'
import { passwordTermsQuery } from './password-terms.ts'

const texts = accountTexts.confirm

/** Proves the identity of a user without a second step: by password, or by a mailed code if they may have none. */
export function ConfirmPerson({ email, onDone }: { email: string; onDone(): void }) {
  const terms = useQuery(passwordTermsQuery(useClinicSlug()))
  if (terms.data) return <ConfirmForm terms={termsNow(terms.data)} email={email} onDone={onDone} />
  if (terms.isError) return <ErrorState title={texts.loadFailed} onRetry={() => void terms.refetch()} />
  return (
    <Loading label={texts.loading}>
      <Skeleton className="h-32" />
    </Loading>
  )
}

function ConfirmForm({ terms, email, onDone }: { terms: OwnPasswordTerms; email: string; onDone(): void }) {
  const [rules] = useState(() => confirmPersonForm(terms))
  const form = usePlainForm<FreshProofForm>(rules, { currentPassword: '', nonce: '' })
  const { formState, handleSubmit } = form
  const element = useRef<HTMLFormElement>(null)
  const field = terms.needs_current_password ? 'currentPassword' : 'nonce'

  // the dialog was open before its only field
  useEffect(
    () => element.current?.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus(),
    [],
  )

  async function confirm({ currentPassword, nonce }: FreshProofForm): Promise<void> {
    try {
      await callFunction('confirm-person', { currentPassword, nonce: digitsOf(nonce) })
    } catch (error) {
      form.setError(field, { message: sentenceOf(error) })
      form.setFocus(field)
      return
    }
    // notifies other tabs, whose actions may wait for the proof too
    void auth.refreshSession()
    onDone()
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={handleSubmit(confirm, () => form.setFocus(field))}
      className="space-y-5"
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <FormProvider {...form}>
        <FreshProofFields terms={terms} email={email} />
      </FormProvider>
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  )
}

function sentenceOf(error: unknown): string {
  const code = refusalCode(error) ?? ''
  if (code === 'over_request_rate_limit') return failureTexts.rate_limited
  return proofRefusals[code]?.message ?? refusalSentence(error) ?? texts.failed
}
