import type { UseFormRegisterReturn } from 'react-hook-form'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'

export function NewPasswordFields({
  labels,
  password,
  confirmPassword,
  errors,
}: {
  labels: { password: string; confirmPassword: string }
  password: UseFormRegisterReturn
  confirmPassword: UseFormRegisterReturn
  errors: { password: string | undefined; confirmPassword: string | undefined }
}) {
  return (
    <>
      <Field label={labels.password} hint={accessTexts.fields.passwordHint} error={errors.password}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...password} />}
      </Field>
      <Field label={labels.confirmPassword} error={errors.confirmPassword}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...confirmPassword} />}
      </Field>
    </>
  )
}
