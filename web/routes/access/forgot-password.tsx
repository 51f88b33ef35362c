import { type ForgotPasswordForm, forgotPasswordForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { auth } from '#web/lib/auth.ts'
import { withClinic } from '#web/lib/clinic-address.ts'

const texts = accessTexts.forgotPassword

/** Asks for reset instructions. The answer never reveals whether the address is known. */
export default function ForgotPassword() {
  const form = useSchemaForm<ForgotPasswordForm>(forgotPasswordForm, { email: '' })
  const { register, handleSubmit, formState } = form

  async function sendInstructions({ email }: ForgotPasswordForm): Promise<void> {
    toast.loading(texts.sending)
    const { error } = await auth.resetPasswordForEmail(email, {
      redirectTo: `${location.origin}${withClinic(paths.updatePassword)}`,
    })
    if (error) {
      form.setError('root', { message: texts.failed })
      toast.error(texts.failed)
    } else {
      toast.success(texts.sent)
    }
  }

  return (
    <AccessCard
      title={texts.title}
      lead={texts.lead}
      footer={<TextLink to={withClinic(paths.login)}>{texts.back}</TextLink>}
    >
      <form noValidate onSubmit={handleSubmit(sendInstructions)} className="space-y-5">
        {formState.isSubmitSuccessful && <Notice tone="success">{texts.sent}</Notice>}
        {formState.errors.root && <Notice tone="danger">{texts.failed}</Notice>}
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
        <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
      </form>
    </AccessCard>
  )
}
