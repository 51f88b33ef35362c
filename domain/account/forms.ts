/** Rules and wording: docs/specification.md B5. */

import * as z from 'zod/mini'
import { accountTexts } from '../texts/account.ts'
import { sixDigits } from '../two-factor/forms.ts'
import { onOneLine } from '../values/one-line.ts'

const { profile, email, password } = accountTexts

export const ownNameForm = z.object({
  firstName: z.string().check(onOneLine(), z.minLength(2, profile.firstNameShort)),
  lastName: z.string().check(onOneLine(), z.minLength(2, profile.lastNameShort)),
})
export type OwnNameForm = z.infer<typeof ownNameForm>

/** Fields that are not required stay empty. */
export interface FreshProofForm {
  currentPassword: string
  nonce: string
}

export interface OwnEmailForm extends FreshProofForm {
  email: string
}

type FreshProof = Pick<OwnPasswordTerms, 'needs_current_password' | 'needs_nonce'>

export function ownEmailForm(terms: FreshProof): z.ZodMiniType<OwnEmailForm, OwnEmailForm> {
  return z.object({
    email: z.string().check(z.trim(), z.toLowerCase(), z.email(email.invalid)),
    ...freshProof(terms),
  })
}

export function freshProof({ needs_current_password, needs_nonce }: FreshProof) {
  return {
    currentPassword: needs_current_password
      ? z.string().check(z.minLength(6, password.currentShort))
      : z.string(),
    nonce: needs_nonce ? sixDigits : z.string(),
  }
}

/** Answer of GET /user/password. */
export interface OwnPasswordTerms {
  /** False if the person signs in only by other methods. */
  is_set: boolean
  /** True if the person signs in through an organization and has no password here. */
  is_managed_elsewhere: boolean
  needs_current_password: boolean
  /** Whether the code that GET /reauthenticate mails is required. */
  needs_nonce: boolean
}

export interface OwnPasswordForm extends FreshProofForm {
  newPassword: string
  confirmPassword: string
}

export function ownPasswordForm(terms: FreshProof): z.ZodMiniType<OwnPasswordForm, OwnPasswordForm> {
  return z
    .object({
      ...freshProof(terms),
      newPassword: z.string().check(z.minLength(8, password.newShort)),
      confirmPassword: z.string().check(z.minLength(8, password.newShort)),
    })
    .check(
      z.refine((form) => form.newPassword === form.confirmPassword, {
        error: password.differ,
        path: ['confirmPassword'],
      }),
    )
}
