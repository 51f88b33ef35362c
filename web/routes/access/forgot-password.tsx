import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ForgotPasswordForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { formRules } from '#web/features/access/form-rules.ts'
import { ResetCodeForm } from '#web/features/access/reset-code-form.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { hasJustBeenSent, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { isAuthRetryableFetchError } from '#web/lib/session/auth-errors.ts'

const texts = accessTexts.forgotPassword

/**
 * Requests a reset mail, then takes its code, for users who read it on another device. The answer never reveals if the
 * address is known.
 */
export default function ForgotPassword() {
  const { state } = useLocation()
  const typedAtLogin = typeof state?.email === 'string' ? state.email : ''
  const form = useSchemaForm<ForgotPasswordForm>(formRules.forgotPasswordForm, { email: typedAtLogin })
  const { register, handleSubmit, formState } = form
  const [sentTo, setSentTo] = useState<string | null>(null)

  async function sendInstructions({ email }: ForgotPasswordForm): Promise<void> {
    const { error } = await auth.resetPasswordForEmail(email, {
      redirectTo: `${location.origin}${withClinic(paths.updatePassword)}`,
    })
    // within the cooldown: the mail has been sent
    if (!error || hasJustBeenSent(error)) return setSentTo(email)
    setSentTo(null)
    // failures without a refusal are worded here (docs/specification.md A8)
    const sentence = isAuthRetryableFetchError(error) ? null : refusalSentence(error)
    form.setError('root', { message: sentence ?? texts.failed })
  }

  return (
    <AccessCard
      title={texts.title}
      lead={texts.lead}
      footer={<TextLink to={withClinic(paths.login)}>{texts.back}</TextLink>}
    >
      <form noValidate onSubmit={handleSubmit(sendInstructions)} className="space-y-5">
        {sentTo && <Notice tone="success">{texts.sent}</Notice>}
        {formState.errors.root && <Notice tone="danger">{formState.errors.root.message}</Notice>}
        <Field label={accessTexts.fields.email} error={formState.errors.email?.message}>
          {(control) => (
            <Input
              type="email"
              autoComplete="username"
              inputMode="email"
              {...control}
              {...register('email')}
            />
          )}
        </Field>
        <SubmitButton
          size="large"
          className="w-full"
          variant={sentTo ? 'outline' : 'primary'}
          isBusy={formState.isSubmitting}
          busyText={texts.busy}
        >
          {texts.submit}
        </SubmitButton>
      </form>
      {sentTo && <ResetCodeForm key={sentTo} email={sentTo} />}
    </AccessCard>
  )
}
