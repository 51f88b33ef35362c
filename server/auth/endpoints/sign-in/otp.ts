import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { type Challenge, readChallenge, startFlow } from '#server/auth/flows/flow-states.ts'
import { requireEmail } from '#server/auth/http/addresses.ts'
import { flag, optionalMetadata, readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceForNew, json, requestedRedirects } from '#server/auth/http/request.ts'
import { startMailCooldown } from '#server/auth/mails/mail-cooldown.ts'
import { sendRecovery, takeMailBudget } from '#server/auth/mails/mails.ts'
import { requireSmallMetadata } from '#server/auth/people/metadata.ts'
import { beginUserCreation } from '#server/auth/people/user-creation.ts'
import { findUserByEmail, isConfirmed } from '#server/auth/people/users.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import { sendSignInCode } from './otp-phone.ts'
import { signUpToConfirm } from './signup.ts'

const otpBody = z.object({
  email: text,
  phone: text,
  create_user: flag(true),
  data: optionalMetadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
})
const magicLinkBody = z.object({
  email: text,
  data: optionalMetadata,
  code_challenge: text,
  code_challenge_method: text,
})

/**
 * docs/contracts/auth.md 3.1. With `create_user: false` unknown addresses get the same answer but no mail
 * (docs/contracts/auth.md D6).
 */
export async function sendOtp(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, otpBody)
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
  if (body.email && body.channel) {
    throw invalid('Channel should only be specified with Phone OTP')
  }
  const challenge = readChallenge(body)
  if (!body.email && !body.phone) throw invalid('One of email or phone must be set')
  if (body.phone) {
    const { phone, channel, create_user: mayCreate } = body
    return sendSignInCode(auth, request, { phone, channel, mayCreate, metadata: body.data ?? {} })
  }
  requireEmailProvider(auth)
  await sendSignInLink(auth, request, {
    email: requireEmail(body.email),
    challenge,
    metadata: body.data ?? {},
    mayCreate: body.create_user,
  })
  return json({})
}

/** The older form of /otp. */
export async function sendMagicLink(auth: Auth, request: AuthRequest): Promise<Response> {
  requireEmailProvider(auth)
  const body = await readBody(request.raw, magicLinkBody)
  if (!body.email) {
    throw new AuthError(422, 'validation_failed', 'Password recovery requires an email')
  }
  const challenge = readChallenge(body)
  const email = requireEmail(body.email)
  await sendSignInLink(auth, request, { email, challenge, metadata: body.data ?? {}, mayCreate: true })
  return json({})
}

function requireEmailProvider({ settings }: Auth): void {
  if (!settings.emailProvider)
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
}

/** An unconfirmed or unknown address starts a sign-up without password, whose confirmation signs in. */
async function sendSignInLink(
  auth: Auth,
  request: AuthRequest,
  asked: {
    email: string
    challenge: Challenge | null
    metadata: Record<string, unknown>
    mayCreate: boolean
  },
): Promise<void> {
  const { settings, services } = auth
  const { email, challenge, metadata } = asked
  requireSmallMetadata(metadata)
  const audience = audienceForNew(request, settings)
  // for known addresses too: the hook's answer must not reveal them
  const creation = await beginUserCreation(auth, request, { email, metadata, provider: 'email' })
  await retryIfTaken(() =>
    inTransaction(auth, request, async (tx) => {
      const now = services.clock.now()
      const target = await resolveRedirect(tx, services.config, settings, requestedRedirects(request))
      // for unknown addresses too: the cooldown must not reveal which are known
      const seconds = settings.mailIntervalSeconds
      await startMailCooldown(tx, { kind: 'recovery', address: email, now, seconds })
      await takeMailBudget(tx, auth, target.clinic)
      const user = await findUserByEmail(tx, email, audience)
      if (user && isConfirmed(user)) {
        await creation.before(tx)
        const flow = { userId: user.id, challenge, authenticationMethod: 'magiclink', now }
        const flowStateId = await startFlow(tx, flow)
        await audit(tx, 'auth.user_recovery_requested', { type: 'user', id: user.id })
        await sendRecovery(tx, auth, { user, email, target, flowStateId }, 'magiclink')
      } else if (user || (asked.mayCreate && settings.signUp)) {
        const person = { email, audience, metadata, passwordHash: null, challenge, creation }
        // a stranger may have chosen the password
        await signUpToConfirm(tx, auth, person, target, { scope: 'sign-in-link' })
      } else {
        await creation.before(tx)
      }
    }),
  )
}
