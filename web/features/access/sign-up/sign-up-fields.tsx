import type { UseFormReturn } from 'react-hook-form'
import type { PatientSignUpForm } from '#domain/access/forms.ts'
import { AccountFields } from '../account-fields.tsx'

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
    <AccountFields
      nameLabel={nameLabel}
      name={register('name')}
      email={register('email')}
      password={register('password')}
      errors={{
        name: errors.name?.message,
        email: errors.email?.message,
        password: errors.password?.message,
      }}
    />
  )
}
