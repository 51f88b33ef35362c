import { useEffect, useRef, useState } from 'react'
import type { ClinicSignUpForm as ClinicSignUp } from '#domain/access/forms.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { errorSentence, refusalCode, weakPasswordSentence } from '#web/lib/fetch/refusals.ts'
import { useAddressCheck } from '#web/lib/hooks/use-address-check.ts'
import { deviceMs } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { AccountFields } from '../account-fields.tsx'
import { formRules } from '../form-rules.ts'
import { ClinicFields } from './clinic-fields.tsx'
import { isAboutAddress, openHub, signUpAdmin } from './create-clinic-hub.ts'
import { useDebouncedNameCheck } from './use-debounced-name-check.ts'
import type { WaitingClinic } from './waiting-sign-up.ts'

const texts = accessTexts.signUp
const empty: ClinicSignUp = { adminName: '', email: '', password: '', clinicName: '', clinicSubdomain: '' }

interface SentSignUp {
  userId: string
  /** ms since 1970 */
  sentAt: number
}

/**
 * Account and clinic in one form.
 *
 * @param earlier the sign-up with a mistyped address, and its password if still known
 */
export function ClinicSignUpForm({
  earlier,
  onSignedUp,
}: {
  earlier: { waiting: WaitingClinic; password: string | null } | null
  onSignedUp(waiting: WaitingClinic, password: string): void
}) {
  const form = useSchemaForm<ClinicSignUp>(formRules.clinicSignUpForm, earlier ? valuesOf(earlier) : empty)
  const { register, handleSubmit, formState, setValue, trigger, watch } = form
  const { errors } = formState
  const { setAdminSignUpInProgress } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const signedUp = useRef<(SentSignUp & { form: string }) | null>(null)
  const [clinicName, subdomain] = watch(['clinicName', 'clinicSubdomain'])
  const check = useAddressCheck(subdomain, earlier?.waiting.clinicSubdomain)
  useDebouncedNameCheck(clinicName, () => void trigger('clinicName'))

  const isCorrection = earlier !== null
  const { setFocus } = form
  // after the page's heading, which takes the focus first
  useEffect(() => {
    if (isCorrection) setFocus('email', { shouldSelect: true })
  }, [isCorrection, setFocus])

  function setAddress(slug: string): void {
    const isMarked = errors.clinicSubdomain !== undefined
    setValue('clinicSubdomain', slug, {
      shouldValidate: formState.isSubmitted || isMarked,
      shouldDirty: true,
    })
  }

  async function signUp(values: ClinicSignUp): Promise<void> {
    setFailure(null)
    setAdminSignUpInProgress(true)
    try {
      let account = await accountFor(values)
      const clinicSubdomain = await openHub(values, account.userId).catch(async (error) => {
        // the earlier sign-up is too old to rename its clinic
        if (refusalCode(error) !== 'not_signed_in') throw error
        account = await signUpAgain(values)
        return openHub(values, account.userId)
      })
      toast.success(texts.success)
      const { email, password, adminName, clinicName } = values
      const { userId: signUpId, sentAt } = account
      onSignedUp(
        { kind: 'clinic', email, sentAt, signUpId, adminName, clinicName, clinicSubdomain },
        password,
      )
    } catch (error) {
      showFailure(error)
    } finally {
      setAdminSignUpInProgress(false)
    }
  }

  /** Reuses the account if only the second call failed, or if another field than the email was corrected. */
  async function accountFor(values: ClinicSignUp): Promise<SentSignUp> {
    if (signedUp.current?.form === JSON.stringify(values)) return signedUp.current
    const last = earlier?.waiting
    const isSameMailbox = last?.email.toLowerCase() === values.email.toLowerCase()
    if (last && isSameMailbox) return { userId: last.signUpId, sentAt: last.sentAt }
    return signUpAgain(values)
  }

  async function signUpAgain(values: ClinicSignUp): Promise<SentSignUp> {
    const replaced = signedUp.current?.userId ?? earlier?.waiting.signUpId ?? null
    signedUp.current = {
      form: JSON.stringify(values),
      userId: await signUpAdmin(values, replaced),
      sentAt: deviceMs(),
    }
    return signedUp.current
  }

  function showFailure(error: unknown): void {
    const message = errorSentence(error, texts.failedDefault)
    const weak = weakPasswordSentence(error)
    if (weak) form.setError('password', { message: weak })
    else if (isAboutAddress(error)) form.setError('clinicSubdomain', { message })
    else setFailure(texts.failed(message))
  }

  return (
    <form noValidate onSubmit={handleSubmit(signUp)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      {failure && <Notice tone="danger">{failure}</Notice>}
      <AccountFields
        nameLabel={accessTexts.fields.name}
        name={register('adminName')}
        email={register('email')}
        password={register('password')}
        errors={{
          name: errors.adminName?.message,
          email: errors.email?.message,
          password: errors.password?.message,
        }}
      />
      <ClinicFields
        name={register('clinicName')}
        address={register('clinicSubdomain')}
        currentName={clinicName}
        errors={{ name: errors.clinicName?.message, address: errors.clinicSubdomain?.message }}
        check={check}
        onAddress={setAddress}
      />
      <SubmitButton
        size="large"
        className="w-full"
        isBusy={formState.isSubmitting}
        busyText={texts.busy}
        disabled={check.state === 'unavailable'}
      >
        {texts.submit}
      </SubmitButton>
    </form>
  )
}

function valuesOf({ waiting, password }: { waiting: WaitingClinic; password: string | null }): ClinicSignUp {
  const { adminName, email, clinicName, clinicSubdomain } = waiting
  return { adminName, email, password: password ?? '', clinicName, clinicSubdomain }
}
