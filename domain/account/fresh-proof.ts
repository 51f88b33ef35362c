/** Proof of identity before an act that affects many people at once (docs/decisions/0127). */
import * as z from 'zod/mini'
import { type FreshProofForm, freshProof, type OwnPasswordTerms } from './forms.ts'

export const freshProofMinutes = 15

/** Fields that are not required stay empty. */
export const confirmPersonInput = z.object({
  currentPassword: z.string().check(z.maxLength(1_024)),
  /** The code sent by GET /reauthenticate. */
  nonce: z.string().check(z.maxLength(10)),
})

/** Requires the password, else a code, of a session at aal1, however recent it is. */
export function termsNow(terms: OwnPasswordTerms): OwnPasswordTerms {
  return { ...terms, needs_nonce: !terms.needs_current_password }
}

export function confirmPersonForm(terms: OwnPasswordTerms): z.ZodMiniType<FreshProofForm, FreshProofForm> {
  return z.object(freshProof(terms))
}
