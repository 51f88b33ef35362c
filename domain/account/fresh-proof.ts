/** Proving again who sits there, before an act that harms many people at once (docs/decisions/0127). */
import * as z from 'zod/mini'
import { type FreshProofForm, freshProof, type OwnPasswordTerms } from './forms.ts'

/** How long a proof counts. After it, an open session alone is not enough for such an act. */
export const freshProofMinutes = 15

/** What is not asked for stays empty. */
export const confirmPersonInput = z.object({
  currentPassword: z.string().check(z.maxLength(1_024)),
  /** the code that GET /reauthenticate has sent */
  nonce: z.string().check(z.maxLength(10)),
})

/** What a session without a second step is asked for, whatever its age: the password, else a code. */
export function termsNow(terms: OwnPasswordTerms): OwnPasswordTerms {
  return { ...terms, needs_nonce: !terms.needs_current_password }
}

export function confirmPersonForm(terms: OwnPasswordTerms): z.ZodMiniType<FreshProofForm, FreshProofForm> {
  return z.object(freshProof(terms))
}
