import * as z from 'zod/mini'
import { usersChangingNumber } from '#server/auth/accounts/proofs.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { readChallenge, startFlow } from '#server/auth/flows/flow-states.ts'
import { requireEmail, requirePhone } from '#server/auth/http/addresses.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceOf, json, requestedRedirects } from '#server/auth/http/request.ts'
import { startMailCooldown } from '#server/auth/mails/mail-cooldown.ts'
import { sendConfirmation, sendEmailChange, takeMailBudget } from '#server/auth/mails/mails.ts'
import { findUserByEmail, findUserByPhone, isConfirmed } from '#server/auth/people/users.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import { lookAlikeSms, sendPhoneCode } from '#server/auth/sms/phone-codes.ts'
import type { SentSms } from '#server/auth/sms/send-sms-code.ts'
import { startSmsCooldown, takeSmsBudget } from '#server/auth/sms/sms-limits.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const resendBody = z.object({
  type: text,
  email: text,
  phone: text,
  code_challenge: text,
  code_challenge_method: text,
})

type ResendBody = z.infer<typeof resendBody>

/** docs/contracts/auth.md 3.1. The same answer if no mail is pending. */
export async function resend(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, resendBody)
  const { settings } = auth
  checkResend(auth, body)
  const audience = audienceOf(request, settings)
  if (body.phone) {
    const asked = { type: body.type, phone: requirePhone(body.phone), audience }
    const sent = await inTransaction(auth, request, (tx) => resendToPhone(tx, auth, asked))
    return json({ message_id: sent.messageId })
  }
  const email = requireEmail(body.email)
  await inTransaction(auth, request, (tx) => resendTo(tx, auth, request, { ...body, email, audience }))
  return json({})
}

function checkResend(auth: Auth, body: ResendBody): void {
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (body.type === 'signup' && !body.email) throw invalid('Type provided requires an email address')
  if (body.type === 'sms' && !body.phone) throw invalid('Type provided requires a phone number')
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided.')
  if (!body.email && !body.phone) throw invalid('Missing one of email or phone')
  if (body.phone) {
    if (auth.settings.phoneProvider) return
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  if (!auth.settings.emailProvider) {
    throw new AuthError(400, 'email_provider_disabled', 'Email logins are disabled')
  }
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
  const target = await resolveRedirect(tx, services.config, settings, requestedRedirects(request))
  const kind = asked.type === 'signup' ? 'confirmation' : 'email_change'
  const { mailIntervalSeconds, resendSeconds } = settings
  const seconds = kind === 'confirmation' ? Math.min(resendSeconds, mailIntervalSeconds) : mailIntervalSeconds
  await startMailCooldown(tx, { kind, address: email, now, seconds })
  await takeMailBudget(tx, auth, target.clinic)
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

/** `sms`: the code of an unconfirmed number. `phone_change`: by the current or the new number. */
async function resendToPhone(
  tx: Tx,
  auth: Auth,
  { type, phone, audience }: { type: string; phone: string; audience: string },
): Promise<SentSms> {
  const owner = await findUserByPhone(tx, phone, audience)
  if (!owner && !auth.settings.sendsSms) return lookAlikeSms(auth, phone)
  await startSmsCooldown(tx, auth, phone)
  await takeSmsBudget(tx, auth)
  if (type === 'sms' && owner && !owner.phone_confirmed_at) {
    await audit(tx, 'auth.user_confirmation_requested', { type: 'user', id: owner.id }, { provider: 'phone' })
    return (await sendPhoneCode(tx, auth, { user: owner, phone, template: 'confirm-phone' })).sent
  }
  const [pending] = owner?.new_phone ? [owner] : await usersChangingNumber(tx, phone, audience)
  if (type === 'phone_change' && pending?.new_phone) {
    const change = { user: pending, phone: pending.new_phone, template: 'phone-change' } as const
    return (await sendPhoneCode(tx, auth, change)).sent
  }
  return lookAlikeSms(auth, phone)
}
