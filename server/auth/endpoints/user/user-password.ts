import type { OwnPasswordTerms } from '#domain/account/forms.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { passwordTerms } from '#server/auth/passwords/fresh-proof.ts'
import { loadPerson, requireClaims } from '#server/auth/sessions/bearer.ts'
import { inTransaction } from '#server/auth/transaction.ts'

/** The requirements of PUT /user for a new password or address (docs/decisions/0026). */
export async function readPasswordTerms(auth: Auth, request: AuthRequest): Promise<Response> {
  const claims = await requireClaims(auth, request)
  const person = await inTransaction(auth, request, (tx) => loadPerson(tx, auth, claims))
  const { isSet, needsCurrent, needsNonce } = await passwordTerms(auth, request, person)
  const terms: OwnPasswordTerms = {
    is_set: isSet,
    is_managed_elsewhere: person.user.is_sso,
    needs_current_password: needsCurrent,
    needs_nonce: needsNonce,
  }
  return json(terms)
}
