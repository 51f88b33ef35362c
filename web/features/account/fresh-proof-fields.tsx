import type { UseFormRegisterReturn } from 'react-hook-form'
import type { OwnPasswordTerms } from '#domain/account/forms.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { digitsOf } from '#domain/two-factor/two-factor.ts'
import { Field } from '#web/components/form/field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { SendCode } from './send-code.tsx'

const texts = accountTexts.password

type ProofField = 'currentPassword' | 'nonce'

/** Which field a refusal of the auth service is about (docs/contracts/auth.md 3.4), and what it says in our own words. */
export const proofRefusals: Record<string, { field: ProofField; message?: string }> = {
  current_password_required: { field: 'currentPassword' },
  current_password_invalid: { field: 'currentPassword', message: texts.currentWrong },
  reauthentication_not_valid: { field: 'nonce', message: texts.codeWrong },
}

/** What shows that it is still the person who sits here: the current password, or a code from their mailbox. */
export function FreshProofFields({
  terms,
  email,
  fields,
  errors,
}: {
  terms: OwnPasswordTerms
  email: string
  fields: Record<ProofField, UseFormRegisterReturn>
  errors: Partial<Record<ProofField, { message?: string }>>
}) {
  return (
    <>
      {terms.needs_current_password && (
        <Field label={texts.current} error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput autoComplete="current-password" {...control} {...fields.currentPassword} />
          )}
        </Field>
      )}
      {terms.needs_nonce && (
        <>
          <SendCode email={email} />
          <Field label={texts.code} error={errors.nonce?.message}>
            {(control) => (
              <Input
                autoComplete="one-time-code"
                inputMode="numeric"
                className="tabular-nums"
                {...control}
                {...fields.nonce}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}

/** What the fields hold, as PUT /user takes it. */
export function freshProofOf(
  terms: OwnPasswordTerms,
  { currentPassword, nonce }: Record<ProofField, string>,
): { current_password?: string; nonce?: string } {
  return {
    ...(terms.needs_current_password ? { current_password: currentPassword } : {}),
    ...(terms.needs_nonce ? { nonce: digitsOf(nonce) } : {}),
  }
}
