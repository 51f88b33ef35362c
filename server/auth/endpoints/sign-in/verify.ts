import * as z from 'zod/mini'
import { readChosenPassword } from '#server/auth/accounts/chosen-password.ts'
import {
  applyProof,
  findOwnerOfLink,
  isEmailType,
  isPhoneType,
  linkInvalid,
  redeemCode,
  redeemLink,
  type TypedCode,
} from '#server/auth/accounts/proofs.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { isEmail, requirePhone } from '#server/auth/http/addresses.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceOf, json } from '#server/auth/http/request.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/auth/transaction.ts'

const verifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
  password: text,
  new_password: text,
})

type VerifyBody = z.infer<typeof verifyBody>

/** The answer to the first confirmation of a secure e-mail change. */
export const otherSidePending =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * Consumes a link (`token_hash`) or a code (`token` with `email` or `phone`) and signs in (docs/contracts/auth.md 3.2).
 * `password` or `new_password` determines the account's password (docs/contracts/auth.md D19).
 */
export async function verify(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, verifyBody)
  checkVerify(body)
  const link = { type: body.type, linkToken: body.token_hash }
  const code: TypedCode = {
    type: body.type,
    address: body.phone ? requirePhone(body.phone) : body.email.trim().toLowerCase(),
    code: body.token,
    audience: audienceOf(request, auth.settings),
  }
  // an invitation is accepted without a password
  const given = body.type === 'invite' ? { ...body, password: '' } : body
  const chosen = await readChosenPassword(auth, request, given, async (tx) => {
    if (body.token_hash) return (await findOwnerOfLink(tx, auth, link)) ?? linkInvalid()
    return (await redeemCode(tx, auth, code, { testOnly: true }))?.user ?? codeInvalid()
  })
  const grant = await inTransaction(auth, request, async (tx) => {
    const proof = body.token_hash ? await redeemLink(tx, auth, link) : await redeemCode(tx, auth, code)
    // returned, so that the failed attempt is committed
    if (!proof) return body.token_hash ? linkInvalid() : codeInvalid()
    const user = await applyProof(tx, auth, proof, chosen)
    const provider = isPhoneType(body.type) ? 'phone' : 'email'
    return user && openSession(tx, auth, request, user, 'otp', { provider })
  })
  return grant ? sessionResponse(auth, grant) : json({ msg: otherSidePending, code: '200' })
}

function checkVerify(body: VerifyBody): void {
  if (!body.type) throw invalid('Verify requires a verification type')
  if (!body.token && !body.token_hash) throw invalid('Verify requires a token or a token hash')
  if (body.token && body.token_hash) {
    throw invalid('Verify requires either a token or a token hash')
  }
  if (body.token_hash && (body.email || body.phone || body.redirect_to)) {
    throw invalid('Only the token_hash and type should be provided')
  }
  const isForPhone = isPhoneType(body.type)
  if (!isForPhone && !isEmailType(body.type)) throw invalid('Unsupported verification type')
  if (body.token_hash) {
    if (isForPhone) throw invalid('Invalid email verification type')
    return
  }
  if (body.phone && !body.email) {
    requirePhone(body.phone)
    if (!isForPhone) throw invalid('Invalid sms verification type')
    return
  }
  if (!body.email || body.phone || isForPhone) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  if (!isEmail(body.email.trim().toLowerCase())) {
    throw new AuthError(422, 'validation_failed', 'Invalid email format')
  }
}

function codeInvalid(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}
