import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ClinicSignUpForm as ClinicSignUp, clinicSignUpForm } from '#domain/access.ts'
import { addressAfterManualEdit, addressAfterNameEdit } from '#domain/slug.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '../../components/form/field.tsx'
import { FormErrorSummary } from '../../components/form/form-error-summary.tsx'
import { PasswordInput } from '../../components/form/password-input.tsx'
import { SubmitButton } from '../../components/form/submit-button.tsx'
import { useSchemaForm } from '../../components/form/use-schema-form.ts'
import { Input } from '../../components/ui/input.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { toast } from '../../components/ui/toast.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useSession } from '../../lib/session-context.ts'
import { paths, withQuery } from '../../paths.ts'
import { AddressField } from './address-field.tsx'
import { authMessage, weakPasswordMessage } from './auth-failure.ts'
import { openHub, signUpAdmin } from './create-clinic-hub.ts'
import { useAddressCheck } from './use-address-check.ts'

const texts = accessTexts.signUp
const fields = accessTexts.fields
const clinicNameDebounceMs = 750
const redirectDelayMs = 100
const empty: ClinicSignUp = { adminName: '', email: '', password: '', clinicName: '', clinicSubdomain: '' }

/** Account and clinic in one form; the address follows the clinic's name until it is edited. */
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
    setValue('clinicSubdomain', slug, { shouldValidate: formState.isSubmitted, shouldDirty: true })
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

  /** When only the second call failed, trying again must not sign the same person up twice. */
  async function accountFor(values: ClinicSignUp): Promise<string> {
    const form = JSON.stringify(values)
    if (signedUp.current?.form !== form) signedUp.current = { form, userId: await signUpAdmin(values) }
    return signedUp.current.userId
  }

  function showFailure(error: unknown): void {
    const message = authMessage(error, texts.failedDefault)
    const weak = weakPasswordMessage(error)
    if (weak) form.setError('password', { message: weak })
    else if (isAboutAddress(error)) form.setError('clinicSubdomain', { message })
    else setFailure(message)
    toast.error(texts.failed(message))
  }

  const name = register('clinicName')
  return (
    <form noValidate onSubmit={handleSubmit(signUp)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Field label={fields.name} error={errors.adminName?.message}>
        {(control) => <Input autoComplete="name" {...control} {...register('adminName')} />}
      </Field>
      <Field label={fields.email} error={errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" inputMode="email" {...control} {...register('email')} />
        )}
      </Field>
      <Field label={fields.password} hint={fields.passwordHint} error={errors.password?.message}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register('password')} />}
      </Field>
      <Field label={fields.clinicName} error={errors.clinicName?.message}>
        {(control) => (
          <Input
            autoComplete="organization"
            {...control}
            {...name}
            onChange={(event) => {
              void name.onChange(event)
              setAddress(addressAfterNameEdit(event.target.value).slug)
            }}
          />
        )}
      </Field>
      <AddressField
        registration={register('clinicSubdomain')}
        error={errors.clinicSubdomain?.message}
        check={check}
        onEdit={(typed) => setAddress(addressAfterManualEdit(typed, clinicName).slug)}
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

/** Validates the clinic's name again 750 ms after the last change (seed 1, section 4). */
function useDebouncedNameCheck(clinicName: string, validate: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed name starts the wait again
  useEffect(() => {
    if (clinicName === '') return
    const timer = setTimeout(validate, clinicNameDebounceMs)
    return () => clearTimeout(timer)
  }, [clinicName])
}

/** The auth service and the functions use the same codes: subdomain_taken, subdomain_reserved, subdomain_invalid. */
function isAboutAddress(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && code.startsWith('subdomain_')
}
