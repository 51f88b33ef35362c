import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, emailExists, ssoManaged } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { startMailCooldown } from '../mails/mail-cooldown.ts'
import { sendConfirmation, takeMailBudget } from '../mails/mails.ts'
import { findIdentity, insertProviderIdentity, refreshProviderIdentity } from '../people/identities.ts'
import { beginUserCreation, type UserCreation } from '../people/user-creation.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  isBanned,
  isConfirmed,
  lockUser,
  mergeMetadata,
  updateUser,
} from '../people/users.ts'
import type { ProviderProfile } from '../providers/profile.ts'
import type { RedirectTarget } from '../redirects/redirects.ts'
import type { IdentityRow, UserRow } from '../rows.ts'
import { actAs, inTransaction } from '../transaction.ts'
import { proveEmail } from './confirm.ts'

interface NewPerson {
  audience: string
  /** Null for a known person. */
  creation: UserCreation | null
}

/**
 * Call it outside of any transaction, because a hook may be called over the network.
 * @throws AuthError the hook's refusal
 */
export async function beginProviderPerson(
  auth: Auth,
  request: AuthRequest,
  profile: ProviderProfile,
  audience: string,
): Promise<NewPerson> {
  const isKnown = await inTransaction(auth, request, async (tx) => {
    const known = await findIdentity(tx, profile)
    if (known && !isAbandonable(await findUser(tx, known.user_id), profile)) return true
    const { email, isEmailVerified } = profile
    return isEmailVerified && email !== null && (await findUserByEmail(tx, email, audience)) !== null
  })
  if (isKnown || !auth.settings.signUp) return { audience, creation: null }
  const person = { email: profile.email ?? '', metadata: profile.data, provider: profile.provider }
  return { audience, creation: await beginUserCreation(auth, request, person) }
}

/**
 * Finds the person by the provider's subject, else by a verified e-mail, else creates one (docs/contracts/auth.md 3.5). An
 * unverified e-mail never leads to an existing account.
 * @param target where the link of a confirmation mail leads
 * @returns an AuthError when the person may not sign in yet; commit the transaction
 * @throws AuthError 403 `user_banned`, 422 `signup_disabled`; 23505 when a concurrent request takes the address
 */
export async function findProviderPerson(
  tx: Tx,
  auth: Auth,
  profile: ProviderProfile,
  { audience, creation, target }: NewPerson & { target: RedirectTarget },
): Promise<UserRow | AuthError> {
  const known = await findOrAbandon(tx, profile)
  if (known) {
    const user = await requireUser(tx, auth, known.user_id)
    await refreshProviderIdentity(tx, known.id, profile, auth.services.clock.now())
    return enter(tx, auth, { user, identity: known, profile, target })
  }
  const owner = profile.email === null ? null : await findUserByEmail(tx, profile.email, audience)
  if (owner && profile.isEmailVerified) {
    const user = await requireUser(tx, auth, owner.id)
    const identity = await insertProviderIdentity(tx, user.id, profile, auth.services.clock.now())
    await audit(tx, 'auth.identity_linked', { type: 'user', id: user.id }, { provider: profile.provider })
    return enter(tx, auth, { user, identity, profile, target })
  }
  return create(tx, auth, profile, { audience, creation, target, isEmailFree: owner === null })
}

/**
 * @param user the invited person, locked
 * @throws AuthError 400 `validation_failed` for another address, 403 `user_banned`, 422 `identity_already_exists`
 */
export async function acceptInviteByProvider(
  tx: Tx,
  auth: Auth,
  profile: ProviderProfile,
  user: UserRow,
): Promise<UserRow> {
  refuseBanned(auth, user)
  if (profile.email !== user.email) {
    throw new AuthError(
      400,
      'validation_failed',
      'Invited email does not match emails from external provider',
    )
  }
  const known = await findIdentity(tx, profile)
  if (known && known.user_id !== user.id) throw alreadyLinked('Identity is already linked to another user')
  const now = auth.services.clock.now()
  const identity = known ?? (await insertProviderIdentity(tx, user.id, profile, now))
  await actAs(tx, user.id)
  await mergeMetadata(tx, user.id, 'user_metadata', profile.data, now)
  return proveEmail(tx, auth, user, { password: 'ended', identity })
}

/**
 * @throws AuthError 422 `identity_already_exists`, `email_exists`, `user_sso_managed`, 403 `user_banned`, `user_not_found`
 */
export async function linkProvider(
  tx: Tx,
  auth: Auth,
  profile: ProviderProfile,
  userId: string,
): Promise<UserRow> {
  const now = auth.services.clock.now()
  const user = await requireUser(tx, auth, userId)
  // otherwise a former member of the organization would retain access
  if (user.is_sso) throw ssoManaged()
  const known = await findIdentity(tx, profile)
  if (known) {
    const toAnother = known.user_id === userId ? '' : ' to another user'
    throw alreadyLinked(`Identity is already linked${toAnother}`)
  }
  await actAs(tx, userId)
  await insertProviderIdentity(tx, userId, profile, now)
  await audit(tx, 'auth.identity_linked', { type: 'user', id: userId }, { provider: profile.provider })
  if (user.email || !profile.email || !profile.isEmailVerified) return (await lockUser(tx, userId)) ?? user
  if (await findUserByEmail(tx, profile.email, user.aud)) throw emailExists()
  const changes = { email: profile.email, email_confirmed_at: now, is_anonymous: false }
  return updateUser(tx, userId, changes, now)
}

async function findOrAbandon(tx: Tx, profile: ProviderProfile): Promise<IdentityRow | null> {
  const known = await findIdentity(tx, profile)
  const user = known && (await lockUser(tx, known.user_id))
  if (!known || !user || !isAbandonable(user, profile)) return known
  await tx.deleteFrom('auth.users').where('id', '=', user.id).execute()
  return null
}

/** Unconfirmed, never signed in to, and without the now verified address. */
function isAbandonable(user: UserRow | null, profile: ProviderProfile): boolean {
  const isUnused =
    user !== null && !isConfirmed(user) && user.last_sign_in_at === null && user.email !== profile.email
  return isUnused && profile.isEmailVerified
}

async function create(
  tx: Tx,
  auth: Auth,
  profile: ProviderProfile,
  options: NewPerson & { target: RedirectTarget; isEmailFree: boolean },
): Promise<UserRow | AuthError> {
  if (!auth.settings.signUp) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const { creation } = options
  if (!creation) throw new AuthError(409, 'conflict', 'The account has just changed: please try again')
  const now = auth.services.clock.now()
  const values = {
    aud: options.audience,
    email: options.isEmailFree ? profile.email : null,
    app_metadata: JSON.stringify({ provider: profile.provider, providers: [profile.provider] }),
    user_metadata: JSON.stringify(profile.data),
    created_at: now,
    updated_at: now,
  }
  const made = await insertUser(tx, creation, values, ({ id }) =>
    insertProviderIdentity(tx, id, profile, now),
  )
  return enter(tx, auth, { ...made, profile, target: options.target })
}

interface SignIn {
  user: UserRow
  identity: IdentityRow
  profile: ProviderProfile
  target: RedirectTarget
}

/** Requires confirmation of an address that neither we nor the provider have verified. */
async function enter(tx: Tx, auth: Auth, signIn: SignIn): Promise<UserRow | AuthError> {
  const { user, identity, profile } = signIn
  if (isConfirmed(user)) {
    await actAs(tx, user.id)
    await audit(tx, 'auth.login', { type: 'user', id: user.id }, { provider: profile.provider })
    return (await lockUser(tx, user.id)) ?? user
  }
  const isProven = profile.isEmailVerified || auth.settings.mailAutoconfirm
  if (!isProven || user.email === null || user.email !== profile.email)
    return requestConfirmation(tx, auth, signIn)
  await actAs(tx, user.id)
  // a stranger may have created the account
  const now = auth.services.clock.now()
  if (user.invited_at) await mergeMetadata(tx, user.id, 'user_metadata', profile.data, now)
  else await updateUser(tx, user.id, { user_metadata: JSON.stringify(profile.data) }, now)
  return proveEmail(tx, auth, user, { password: 'ended', identity })
}

async function requestConfirmation(
  tx: Tx,
  auth: Auth,
  { user, identity, profile, target }: SignIn,
): Promise<AuthError> {
  const { provider } = profile
  const unverified = (advice: string) =>
    new AuthError(422, 'provider_email_needs_verification', `Unverified email with ${provider}. ${advice}`)
  if (!user.email) return unverified(`Verify the email with ${provider} in order to sign in`)
  await startMailCooldown(tx, {
    kind: 'confirmation',
    address: user.email,
    now: auth.services.clock.now(),
    seconds: auth.settings.mailIntervalSeconds,
  })
  await takeMailBudget(tx, auth, target.clinic)
  await audit(tx, 'auth.user_confirmation_requested', { type: 'user', id: user.id }, { provider })
  await sendConfirmation(tx, auth, { user, email: user.email, target, scope: `identity:${identity.id}` })
  return unverified(`A confirmation email has been sent to your ${provider} email`)
}

async function requireUser(tx: Tx, auth: Auth, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User does not exist')
  refuseBanned(auth, user)
  return user
}

function refuseBanned(auth: Auth, user: UserRow): void {
  if (isBanned(user, auth.sessionClock.now())) throw new AuthError(403, 'user_banned', 'User is banned')
}

const alreadyLinked = (message: string) => new AuthError(422, 'identity_already_exists', message)
