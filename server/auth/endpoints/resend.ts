import * as z from 'zod/mini'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/doors.ts'
import { findUserByEmail, isConfirmed } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import { requireEmail } from '../http/addresses.ts'
import { readBody, text } from '../http/body.ts'
import { AuthError, invalid } from '../http/errors.ts'
import { type AuthRequest, audienceOf, json, redirectWishes } from '../http/request.ts'
import { inTransaction } from '../http/transaction.ts'
import { readChallenge, startFlow } from '../links/flow-states.ts'
import { takeMailClock } from '../links/mail-clocks.ts'
import { sendConfirmation, sendEmailChange, takeMailBudget } from '../links/mails.ts'
import { resolveRedirect } from '../links/redirects.ts'

const resendBody = z.object({
  type: text,
  email: text,
  phone: text,
  code_challenge: text,
  code_challenge_method: text,
})

type ResendBody = z.infer<typeof resendBody>

/**
 * POST /resend (auth-contract.md 3.1): the waiting mail once more, if one waits; the same answer if none
 * does.
 */
export async function resend(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, resendBody)
  const { settings } = auth
  const email = checkResend(auth, body)
  const audience = audienceOf(request, settings)
  await inTransaction(auth, request, (tx) => resendTo(tx, auth, request, { ...body, email, audience }))
  return json({})
}

/** @returns the address, lower-cased */
function checkResend(auth: Auth, body: ResendBody): string {
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (body.type === 'signup' && !body.email) throw invalid('Type provided requires an email address')
  if (body.type === 'sms' && !body.phone) throw invalid('Type provided requires a phone number')
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided.')
  if (!body.email && !body.phone) throw invalid('Missing one of email or phone')
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!auth.settings.emailProvider) {
    throw new AuthError(400, 'email_provider_disabled', 'Email logins are disabled')
  }
  return requireEmail(body.email)
}

async function resendTo(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  asked: ResendBody & { email: string; audience: string },
): Promise<void> {
  const { settings, services } = auth
  const { email } = asked
  const challenge = readChallenge(asked)
  const now = services.clock.now()
  const target = await resolveRedirect(tx, services.config, settings.siteUrl, redirectWishes(request))
  const kind = asked.type === 'signup' ? 'confirmation' : 'email_change'
  await takeMailClock(tx, { kind, address: email, now, seconds: settings.mailIntervalSeconds })
  await takeMailBudget(tx, auth)
  const user = await findUserByEmail(tx, email, asked.audience)
  if (!user) return
  if (asked.type === 'signup' && !isConfirmed(user)) {
    const flow = { userId: user.id, challenge, authenticationMethod: 'email/signup', now }
    const flowStateId = await startFlow(tx, flow)
    await audit(tx, 'auth.user_confirmation_requested', { type: 'user', id: user.id })
    await sendConfirmation(tx, auth, { user, email, target, flowStateId })
  }
  if (asked.type === 'email_change' && user.new_email) {
    const flow = { userId: user.id, challenge, authenticationMethod: 'email_change', now }
    const flowStateId = await startFlow(tx, flow)
    await sendEmailChange(tx, auth, { user, newEmail: user.new_email, target, flowStateId })
  }
}
