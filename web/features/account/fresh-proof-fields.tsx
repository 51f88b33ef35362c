import { useFormContext } from 'react-hook-form'
import type { OwnPasswordTerms } from '#domain/account/forms.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { digitsOf } from '#domain/two-factor/two-factor.ts'
import { CodeField } from '#web/components/form/code-field.tsx'
import { Field } from '#web/components/form/field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SendCode } from './send-code.tsx'

const texts = accountTexts.password

type ProofField = 'currentPassword' | 'nonce'

/** The field of each refusal by the auth service (docs/contracts/auth.md 3.4), and Carefold's message. */
export const proofRefusals: Record<string, { field: ProofField; message?: string }> = {
  current_password_required: { field: 'currentPassword' },
  current_password_invalid: { field: 'currentPassword', message: texts.currentWrong },
  reauthentication_not_valid: { field: 'nonce', message: texts.codeWrong },
}

export function FreshProofFields({ terms, email }: { terms: OwnPasswordTerms; email: string }) {
  const { control, register, formState } = useFormContext<Record<ProofField, string>>()
  return (
    <>
      {terms.needs_current_password && (
        <Field label={texts.current} error={formState.errors.currentPassword?.message}>
          {(described) => (
            <PasswordInput autoComplete="current-password" {...described} {...register('currentPassword')} />
          )}
        </Field>
      )}
      {terms.needs_nonce && (
        <>
          <SendCode email={email} />
          <CodeField control={control} name="nonce" label={texts.code} />
        </>
      )}
    </>
  )
}

export function freshProofOf(
  terms: OwnPasswordTerms,
  { currentPassword, nonce }: Record<ProofField, string>,
): { current_password?: string; nonce?: string } {
  return {
    ...(terms.needs_current_password ? { current_password: currentPassword } : {}),
    ...(terms.needs_nonce ? { nonce: digitsOf(nonce) } : {}),
  }
}
