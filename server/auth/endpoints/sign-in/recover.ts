import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { readChallenge, startFlow } from '#server/auth/flows/flow-states.ts'
import { requireEmail } from '#server/auth/http/addresses.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceOf, json, requestedRedirects } from '#server/auth/http/request.ts'
import { startMailCooldown } from '#server/auth/mails/mail-cooldown.ts'
import { sendRecovery, takeMailBudget } from '#server/auth/mails/mails.ts'
import { findUserByEmail } from '#server/auth/people/users.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'

const recoverBody = z.object({ email: text, code_challenge: text, code_challenge_method: text })

/** docs/contracts/auth.md 3.1. The same answer for every address (docs/contracts/auth.md D6). */
export async function recover(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, recoverBody)
  const { settings, services } = auth
  if (!settings.emailProvider)
    throw new AuthError(400, 'email_provider_disabled', 'Email logins are disabled')
  const email = requireEmail(body.email)
  const challenge = readChallenge(body)
  const audience = audienceOf(request, settings)
  await inTransaction(auth, request, async (tx) => {
    const now = services.clock.now()
    const target = await resolveRedirect(tx, services.config, settings, requestedRedirects(request))
    await startMailCooldown(tx, {
      kind: 'recovery',
      address: email,
      now,
      seconds: settings.mailIntervalSeconds,
    })
    await takeMailBudget(tx, auth, target.clinic)
    const user = await findUserByEmail(tx, email, audience)
    if (!user) return
    const flow = { userId: user.id, challenge, authenticationMethod: 'recovery', now }
    const flowStateId = await startFlow(tx, flow)
    await audit(tx, 'auth.user_recovery_requested', { type: 'user', id: user.id })
    await sendRecovery(tx, auth, { user, email, target, flowStateId }, 'recovery')
  })
  return json({})
}
