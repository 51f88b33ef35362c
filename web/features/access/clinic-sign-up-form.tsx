import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ClinicSignUpForm as ClinicSignUp, clinicSignUpForm } from '#domain/access/forms.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { errorSentence, weakPasswordSentence } from '#web/lib/refusals.ts'
import { useSession } from '#web/lib/session-context.ts'
import { AccountFields } from './account-fields.tsx'
import { ClinicFields } from './clinic-fields.tsx'
import { isAboutAddress, openHub, signUpAdmin } from './create-clinic-hub.ts'
import { useAddressCheck } from './use-address-check.ts'
import { useDebouncedNameCheck } from './use-debounced-name-check.ts'

const texts = accessTexts.signUp
const redirectDelayMs = 100
const empty: ClinicSignUp = { adminName: '', email: '', password: '', clinicName: '', clinicSubdomain: '' }

/** Account and clinic in one form; the hub's address follows the clinic's name until it is edited. */
export function ClinicSignUpForm() {
  const form = useSchemaForm<ClinicSignUp>(clinicSignUpForm, empty)
  const { register, handleSubmit, formState, setValue, trigger, watch } = form
  const { errors } = formState
  const { setAdminSignUpInProgress, refreshMemberships } = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const signedUp = useRef<{ form: string; userId: string } | null>(null)
  const [clinicName, subdomain] = watch(['clinicName', 'clinicSubdomain'])
  const check = useAddressCheck(subdomain)
  useDebouncedNameCheck(clinicName, () => void trigger('clinicName'))

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
      const created = await openHub(values, await accountFor(values))
      await refreshMemberships()
      toast.success(texts.success)
      form.reset(empty)
      setTimeout(() => {
        setAdminSignUpInProgress(false)
        void navigate(withQuery(paths.login, { message: 'signup_success', subdomain: created }))
      }, redirectDelayMs)
    } catch (error) {
      setAdminSignUpInProgress(false)
      showFailure(error)
    }
  }

  /** If only the second call failed, a retry must not sign up the same person again. */
  async function accountFor(values: ClinicSignUp): Promise<string> {
    const form = JSON.stringify(values)
    if (signedUp.current?.form !== form) signedUp.current = { form, userId: await signUpAdmin(values) }
    return signedUp.current.userId
  }

  function showFailure(error: unknown): void {
    const message = errorSentence(error, texts.failedDefault)
    const weak = weakPasswordSentence(error)
    if (weak) form.setError('password', { message: weak })
    else if (isAboutAddress(error)) form.setError('clinicSubdomain', { message })
    else setFailure(message)
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
