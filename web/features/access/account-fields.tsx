import type { UseFormRegisterReturn } from 'react-hook-form'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { Input } from '#web/components/ui/input.tsx'

const fields = accessTexts.fields

export function AccountFields({
  nameLabel,
  name,
  email,
  password,
  errors,
}: {
  nameLabel: string
  name: UseFormRegisterReturn
  email: UseFormRegisterReturn
  password: UseFormRegisterReturn
  errors: { name: string | undefined; email: string | undefined; password: string | undefined }
}) {
  return (
    <>
      <Field label={nameLabel} error={errors.name}>
        {(control) => <Input autoComplete="name" {...control} {...name} />}
      </Field>
      <Field label={fields.email} error={errors.email}>
        {(control) => (
          <Input type="email" autoComplete="username" inputMode="email" {...control} {...email} />
        )}
      </Field>
      <Field label={fields.password} hint={fields.passwordHint} error={errors.password}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...password} />}
      </Field>
    </>
  )
}
