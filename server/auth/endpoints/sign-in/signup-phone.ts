import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { type AuthRequest, audienceForNew, json } from '#server/auth/http/request.ts'
import { identitiesOf } from '#server/auth/people/identities.ts'
import { lookAlikeSignUp } from '#server/auth/people/look-alike.ts'
import { requireSmallMetadata } from '#server/auth/people/metadata.ts'
import { insertPhoneUser } from '#server/auth/people/new-users.ts'
import { beginUserCreation, type UserCreation } from '#server/auth/people/user-creation.ts'
import { type UserView, userView } from '#server/auth/people/user-view.ts'
import { findUserByPhone } from '#server/auth/people/users.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { openSession, type SessionGrant } from '#server/auth/sessions/sessions.ts'
import { lookAlikeSms, sendPhoneCode } from '#server/auth/sms/phone-codes.ts'
import type { SentSms } from '#server/auth/sms/send-sms-code.ts'
import { startSmsCooldown, takeSmsBudget } from '#server/auth/sms/sms-limits.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface NewPhonePerson {
  /** Digits without `+`. */
  phone: string
  audience: string
  metadata: Record<string, unknown>
  /** Null: signs in by code only. */
  passwordHash: string | null
  creation: UserCreation
}

/** docs/contracts/auth.md 3.1. The answer is the same for new and known numbers (docs/contracts/auth.md D18). */
export async function signUpByPhone(
  auth: Auth,
  request: AuthRequest,
  asked: { phone: string; password: string; metadata: Record<string, unknown> },
): Promise<Response> {
  const { settings } = auth
  requireSmallMetadata(asked.metadata)
  const audience = audienceForNew(request, settings)
  // before the transaction, and for known numbers too: the timing must not reveal them
  const passwordHash = await auth.hasher.hash(asked.password)
  const creation = await beginUserCreation(auth, request, { ...asked, provider: 'phone' })
  const person: NewPhonePerson = { ...asked, audience, passwordHash, creation }
  const outcome = await retryIfTaken(() =>
    inTransaction(auth, request, async (tx) => {
      if (settings.phoneAutoconfirm) {
        const grant = await signUpConfirmed(tx, auth, request, person)
        return grant instanceof AuthError ? grant : { grant }
      }
      await startSmsCooldown(tx, auth, person.phone)
      await takeSmsBudget(tx, auth)
      return signUpPhoneToConfirm(tx, auth, person, 'confirm-phone')
    }),
  )
  return 'grant' in outcome ? sessionResponse(auth, outcome.grant) : json(outcome.view)
}

async function signUpConfirmed(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  person: NewPhonePerson,
): Promise<SessionGrant | AuthError> {
  const known = await findUserByPhone(tx, person.phone, person.audience)
  if (known) {
    await audit(tx, 'auth.user_repeated_signup', { type: 'user', id: known.id })
    return new AuthError(422, 'user_already_exists', 'User already registered')
  }
  const now = auth.services.clock.now()
  const user = await insertPhoneUser(tx, { ...person, confirmedAt: now, now })
  await actAs(tx, user.id)
  await audit(tx, 'auth.user_signedup', { type: 'user', id: user.id }, { provider: 'phone' })
  await audit(tx, 'auth.login', { type: 'user', id: user.id }, { provider: 'phone' })
  return openSession(tx, auth, request, user, 'password', { provider: 'phone' })
}

/** A confirmed number gets the same answer, but no SMS. */
export async function signUpPhoneToConfirm(
  tx: Tx,
  auth: Auth,
  person: NewPhonePerson,
  template: 'sign-in' | 'confirm-phone',
): Promise<{ view: UserView; sent: SentSms }> {
  const { phone } = person
  const now = auth.services.clock.now()
  const known = await findUserByPhone(tx, phone, person.audience)
  // for known numbers too: the hook's answer must not reveal them
  if (known) await person.creation.before(tx)
  if (known?.phone_confirmed_at) {
    await audit(tx, 'auth.user_repeated_signup', { type: 'user', id: known.id })
    return { view: await lookAlikeSignUp(tx, known, person, now), sent: lookAlikeSms(auth, phone) }
  }
  // the number is not confirmed yet, so the first password and metadata remain
  const user = known ?? (await insertPhoneUser(tx, { ...person, now }))
  await audit(tx, 'auth.user_confirmation_requested', { type: 'user', id: user.id }, { provider: 'phone' })
  const { user: asked, sent } = await sendPhoneCode(tx, auth, { user, phone, template })
  const view = known
    ? await lookAlikeSignUp(tx, known, person, now)
    : userView(asked, await identitiesOf(tx, user.id))
  return { view, sent }
}
