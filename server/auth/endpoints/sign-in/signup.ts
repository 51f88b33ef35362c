import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { type Challenge, readChallenge, startFlow } from '#server/auth/flows/flow-states.ts'
import { requireEmail, requirePhone } from '#server/auth/http/addresses.ts'
import { optionalMetadata, readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceForNew, json, requestedRedirects } from '#server/auth/http/request.ts'
import { startMailCooldown } from '#server/auth/mails/mail-cooldown.ts'
import { sendAlreadyRegistered, sendConfirmation, takeMailBudget } from '#server/auth/mails/mails.ts'
import { requireAcceptablePassword } from '#server/auth/passwords/policy.ts'
import { identitiesOf } from '#server/auth/people/identities.ts'
import { lookAlikeSignUp } from '#server/auth/people/look-alike.ts'
import { requireSmallMetadata } from '#server/auth/people/metadata.ts'
import { insertEmailUser } from '#server/auth/people/new-users.ts'
import { beginUserCreation, type UserCreation } from '#server/auth/people/user-creation.ts'
import { userView } from '#server/auth/people/user-view.ts'
import { findUserByEmail, isConfirmed } from '#server/auth/people/users.ts'
import { type RedirectTarget, resolveRedirect } from '#server/auth/redirects/redirects.ts'
import type { UserRow } from '#server/auth/rows.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { openSession, type SessionGrant } from '#server/auth/sessions/sessions.ts'
import { requireChannel } from '#server/auth/sms/channel.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { signUpAnonymously } from './signup-anonymous.ts'
import { signUpByPhone } from './signup-phone.ts'

const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: optionalMetadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
})

export interface NewPerson {
  email: string
  audience: string
  metadata: Record<string, unknown>
  /** Null: signs in by link only. */
  passwordHash: string | null
  challenge: Challenge | null
  creation: UserCreation
}

/** docs/contracts/auth.md 3.1. The answer is the same for new and known addresses (docs/contracts/auth.md D18). */
export async function signUp(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, signUpBody)
  const { settings } = auth
  if (!body.email && !body.phone) return signUpAnonymously(auth, request, body.data ?? {})
  if (!settings.signUp) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  checkPassword(auth, body)
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (body.phone) requireChannel(body.channel)
  if (body.phone && body.code_challenge) throw invalid('PKCE not supported for phone signups')
  const challenge = readChallenge(body)
  if (body.phone) {
    if (!settings.phoneProvider) {
      throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    }
    const phone = requirePhone(body.phone)
    return signUpByPhone(auth, request, { phone, password: body.password, metadata: body.data ?? {} })
  }
  if (!settings.emailProvider) {
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
  }
  const email = requireEmail(body.email)
  requireSmallMetadata(body.data ?? {})
  const audience = audienceForNew(request, settings)
  // before the transaction, and for known addresses too: the timing must not reveal them
  const passwordHash = await auth.hasher.hash(body.password)
  const metadata = body.data ?? {}
  const creation = await beginUserCreation(auth, request, { email, metadata, provider: 'email' })
  const person: NewPerson = { email, audience, metadata, passwordHash, challenge, creation }

  const outcome = await retryIfTaken(() =>
    inTransaction(auth, request, async (tx) => {
      const targets = requestedRedirects(request)
      const target = await resolveRedirect(tx, auth.services.config, settings, targets)
      if (settings.mailAutoconfirm) {
        const grant = await signUpConfirmed(tx, auth, request, person)
        return grant instanceof AuthError ? grant : { grant }
      }
      await startMailCooldown(tx, {
        kind: 'confirmation',
        address: email,
        now: auth.services.clock.now(),
        seconds: settings.mailIntervalSeconds,
      })
      await takeMailBudget(tx, auth, target.clinic)
      const view = await signUpToConfirm(tx, auth, person, target)
      await auth.hooks.beforeSignUp?.(tx, {
        userId: view.id,
        email,
        metadata: person.metadata,
        now: auth.services.clock.now(),
      })
      return { view }
    }),
  )
  return outcome.grant ? sessionResponse(auth, outcome.grant) : json(outcome.view)
}

function checkPassword(auth: Auth, body: z.infer<typeof signUpBody>): void {
  if (body.password === '') throw invalid('Signup requires a valid password')
  const clinicName = body.data?.clinicName
  const owner = { email: body.email, names: typeof clinicName === 'string' ? [clinicName] : [] }
  requireAcceptablePassword(body.password, owner, auth.settings)
}

async function signUpConfirmed(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  person: NewPerson,
): Promise<SessionGrant | AuthError> {
  const known = await findUserByEmail(tx, person.email, person.audience)
  if (known) {
    await audit(tx, 'auth.user_repeated_signup', { type: 'user', id: known.id })
    return new AuthError(422, 'user_already_exists', 'User already registered')
  }
  const now = auth.services.clock.now()
  const user = await insertEmailUser(tx, { ...person, confirmedAt: now, now })
  await actAs(tx, user.id)
  await audit(tx, 'auth.user_signedup', { type: 'user', id: user.id }, { provider: 'email' })
  await audit(tx, 'auth.login', { type: 'user', id: user.id }, { provider: 'email' })
  return openSession(tx, auth, request, user, 'password')
}

/** Sends a confirmation, or a notice to a confirmed account. */
export async function signUpToConfirm(
  tx: Tx,
  auth: Auth,
  person: NewPerson,
  target: RedirectTarget,
  { scope = '' }: { scope?: string } = {},
): Promise<ReturnType<typeof userView>> {
  const { email, challenge } = person
  const now = auth.services.clock.now()
  const known = await findUserByEmail(tx, email, person.audience)
  // for known addresses too: the hook's answer must not reveal them
  if (known) await person.creation.before(tx)
  if (known && isConfirmed(known)) {
    await audit(tx, 'auth.user_repeated_signup', { type: 'user', id: known.id })
    await sendAlreadyRegistered(tx, auth, { email, target })
    return lookAlikeSignUp(tx, known, person, now)
  }
  // the address is not confirmed yet, so the first password and metadata remain
  const user: UserRow = known ?? (await insertEmailUser(tx, { ...person, now }))
  const flow = { userId: user.id, challenge, authenticationMethod: 'email/signup', now }
  const flowStateId = await startFlow(tx, flow)
  await audit(tx, 'auth.user_confirmation_requested', { type: 'user', id: user.id }, { provider: 'email' })
  const asked = await sendConfirmation(tx, auth, { user, email, target, flowStateId, scope })
  return known ? lookAlikeSignUp(tx, known, person, now) : userView(asked, await identitiesOf(tx, user.id))
}
