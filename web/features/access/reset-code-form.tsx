import { useNavigate } from 'react-router'
import type { ResetCodeForm as CodeForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { CodeField } from '#web/components/form/code-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { errorSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { formRules } from './form-rules.ts'

const texts = accessTexts.forgotPassword

export function ResetCodeForm({ email }: { email: string }) {
  const form = useSchemaForm<CodeForm>(formRules.resetCodeForm, { code: '' })
  const { handleSubmit, formState } = form
  const navigate = useNavigate()

  async function redeem({ code }: CodeForm): Promise<void> {
    const { error } = await auth.verifyOtp({ email, token: code, type: 'recovery' })
    if (!error) return void navigate(withClinic(paths.updatePassword), { replace: true })
    form.setError('root', { message: errorSentence(error, accessTexts.unexpected) })
    form.setFocus('code')
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(redeem, () => form.setFocus('code'))}
      className="mt-6 space-y-5 border-t border-line pt-6"
    >
      {formState.errors.root && <Notice tone="danger">{formState.errors.root.message}</Notice>}
      <CodeField control={form.control} name="code" label={texts.code} hint={texts.codeHint} />
      <SubmitButton
        size="large"
        className="w-full"
        isBusy={formState.isSubmitting}
        busyText={accessTexts.confirmEmail.busy}
      >
        {texts.useCode}
      </SubmitButton>
    </form>
  )
}
