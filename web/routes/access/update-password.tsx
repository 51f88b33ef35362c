import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { UpdatePasswordForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { formRules } from '#web/features/access/form-rules.ts'
import { NewPasswordFields } from '#web/features/access/new-password-fields.tsx'
import { SecondStepCard } from '#web/features/two-factor/second-step-card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { errorSentence, weakPasswordSentence } from '#web/lib/fetch/refusals.ts'
import { config } from '#web/lib/page/config.ts'
import { auth } from '#web/lib/session/auth.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.updatePassword
const fields = accessTexts.fields
const sessionCheckDelayMs = 1_500
const redirectDelayMs = 1_000

export default function UpdatePassword() {
  const hasSession = useResetSession()
  const { session, needsSecondStep } = useSession()
  const { clinic } = useClinicLookup()
  if (!hasSession) return <AccessProgress text={texts.checking} />
  // a reset link replaces the password, never the second step
  if (session && needsSecondStep) {
    return <SecondStepCard user={session.user} site={clinic?.name ?? config.productName} />
  }
  return <NewPasswordCard />
}

/** True once the reset link has opened a session; checked again after 1.5 s, then redirects to login. */
function useResetSession(): boolean {
  const navigate = useNavigate()
  const [hasSession, setHasSession] = useState(false)

  useEffect(() => {
    let isCurrent = true
    const look = async () => (await auth.getSession()).data.session !== null

    async function lookTwice(): Promise<void> {
      let isThere = await look()
      if (!isThere) {
        await pause(sessionCheckDelayMs)
        isThere = await look()
      }
      if (!isCurrent) return
      if (isThere) return setHasSession(true)
      toast.error(texts.invalidLink, { description: texts.invalidLinkDetail })
      void navigate(withClinic(paths.login), { replace: true })
    }
    void lookTwice()
    return () => {
      isCurrent = false
    }
  }, [navigate])

  return hasSession
}

function NewPasswordCard() {
  const navigate = useNavigate()
  const form = useSchemaForm<UpdatePasswordForm>(formRules.updatePasswordForm, {
    password: '',
    confirmPassword: '',
  })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const [failure, setFailure] = useState<string | null>(null)

  async function update({ password }: UpdatePasswordForm): Promise<void> {
    setFailure(null)
    const { error } = await auth.updateUser({ password })
    if (error) {
      const weak = weakPasswordSentence(error)
      if (weak) form.setError('password', { message: weak })
      else setFailure(texts.failed(errorSentence(error, accessTexts.unexpected)))
      return
    }
    toast.success(texts.success)
    await pause(redirectDelayMs)
    // ends all sessions: people who knew the old password are signed out
    await auth.signOut({ scope: 'global' })
    void navigate(withClinic(paths.login), { replace: true })
  }

  return (
    <AccessCard title={texts.title}>
      <form noValidate onSubmit={handleSubmit(update)} className="space-y-5">
        <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
        {failure && <Notice tone="danger">{failure}</Notice>}
        <NewPasswordFields
          labels={{ password: fields.newPassword, confirmPassword: fields.confirmNewPassword }}
          password={register('password')}
          confirmPassword={register('confirmPassword')}
          errors={{ password: errors.password?.message, confirmPassword: errors.confirmPassword?.message }}
        />
        <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
      </form>
    </AccessCard>
  )
}

function pause(delayMs: number): Promise<void> {
  return new Promise((done) => setTimeout(done, delayMs))
}
