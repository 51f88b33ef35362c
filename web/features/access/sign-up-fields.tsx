import type { UseFormReturn } from 'react-hook-form'
import type { PatientSignUpForm } from '#domain/access/forms.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { Input } from '#web/components/ui/input.tsx'

const fields = accessTexts.fields

/** Name, email and a new password: the fields that every patient's account begins with. */
export function SignUpFields({
  form,
  nameLabel,
}: {
  form: UseFormReturn<PatientSignUpForm>
  nameLabel: string
}) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label={nameLabel} error={errors.name?.message}>
        {(control) => <Input autoComplete="name" {...control} {...register('name')} />}
      </Field>
      <Field label={fields.email} error={errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" inputMode="email" {...control} {...register('email')} />
        )}
      </Field>
      <Field label={fields.password} hint={fields.passwordHint} error={errors.password?.message}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register('password')} />}
      </Field>
    </>
  )
}
