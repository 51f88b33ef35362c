import type { ReactNode } from 'react'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { type StepCodeForm, stepCodeForm } from '#domain/two-factor/forms.ts'
import { digitsOf } from '#domain/two-factor/two-factor.ts'
import { CodeField } from '#web/components/form/code-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { twoFactorFailure } from './failure.ts'

const texts = twoFactorTexts.step

/** @param verify resolves to the refusal or null @param children between field and button, such as "send again" */
export function CodeForm({
  label = texts.code,
  autoFocus = false,
  verify,
  children,
}: {
  label?: string
  autoFocus?: boolean
  verify(code: string): Promise<unknown>
  children?: ReactNode
}) {
  const form = useSchemaForm<StepCodeForm>(stepCodeForm, { code: '' })
  const { handleSubmit, formState } = form

  async function submit({ code }: StepCodeForm): Promise<void> {
    const error = await verify(digitsOf(code))
    if (!error) return
    form.setError('root', { message: twoFactorFailure(error) })
    form.resetField('code')
    form.setFocus('code')
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit, () => form.setFocus('code'))} className="space-y-5">
      {formState.errors.root && <Notice tone="danger">{formState.errors.root.message}</Notice>}
      <CodeField
        control={form.control}
        name="code"
        label={label}
        hint={texts.codeHint}
        autoFocus={autoFocus}
      />
      {children}
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  )
}
