import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { consumeCode, consumeLink, ownerOfLink, type TokenKind } from '../one-time-tokens/one-time-tokens.ts'
import { identitiesOf } from '../people/identities.ts'
import { findUser, findUserByEmail, findUserByPhone, isBanned, lockUser } from '../people/users.ts'
import type { OneTimeToken, UserRow } from '../rows.ts'
import { actAs } from '../transaction.ts'
import type { ChosenPassword } from './chosen-password.ts'
import { confirmEmailChange, confirmPhoneChange, type Kept, proveEmail, provePhone } from './confirm.ts'

export interface Proof {
  token: OneTimeToken
  user: UserRow
}

const kindsByType: Record<string, { link: TokenKind[]; code: TokenKind[] }> = {
  signup: { link: ['confirmation'], code: ['confirmation'] },
  invite: { link: ['confirmation', 'invitation'], code: ['confirmation'] },
  recovery: { link: ['recovery'], code: ['recovery'] },
  magiclink: { link: ['recovery'], code: ['recovery'] },
  email: { link: ['confirmation', 'recovery'], code: ['confirmation', 'recovery'] },
  email_change: {
    link: ['email_change_new', 'email_change_current'],
    code: ['email_change_new', 'email_change_current'],
  },
}

const kindByPhoneType: Record<string, TokenKind> = { sms: 'phone_confirmation', phone_change: 'phone_change' }

export function isPhoneType(type: string): boolean {
  return Object.hasOwn(kindByPhoneType, type)
}

export function isEmailType(type: string): boolean {
  return Object.hasOwn(kindsByType, type)
}

export function linkInvalid(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}

/** Null when the link is unknown, used or expired. Does not consume it. */
export async function findOwnerOfLink(
  tx: Tx,
  auth: Auth,
  { type, linkToken }: { type: string; linkToken: string },
): Promise<UserRow | null> {
  const kinds = kindsByType[type]?.link ?? []
  const ownerId = await ownerOfLink(tx, { kinds, linkToken, now: auth.services.clock.now() })
  return ownerId ? findUser(tx, ownerId) : null
}

/** Null when the link is unknown, used or expired. */
export async function redeemLink(
  tx: Tx,
  auth: Auth,
  { type, linkToken }: { type: string; linkToken: string },
): Promise<Proof | null> {
  const kinds = kindsByType[type]?.link ?? []
  const now = auth.services.clock.now()
  const ownerId = await ownerOfLink(tx, { kinds, linkToken, now })
  const user = ownerId && (await lockUser(tx, ownerId))
  const token = user && (await consumeLink(tx, { kinds, linkToken, now }))
  return token ? { token, user } : null
}

/** `address` is a lower-case e-mail or a phone number without `+`. */
export interface TypedCode {
  type: string
  address: string
  code: string
  audience: string
}

/** Null for a wrong or expired code, which counts as a failed attempt (docs/contracts/auth.md D2). */
export async function redeemCode(
  tx: Tx,
  auth: Auth,
  { type, address, code, audience }: TypedCode,
  { testOnly = false }: { testOnly?: boolean } = {},
): Promise<Proof | null> {
  const phoneKind = kindByPhoneType[type]
  const kinds = phoneKind ? [phoneKind] : (kindsByType[type]?.code ?? [])
  for (const candidate of await candidatesFor(tx, type, address, audience)) {
    const user = candidate && (await lockUser(tx, candidate.id))
    if (!user) continue
    const attempt = { userId: user.id, kinds, address, code }
    const token = await consumeCode(tx, {
      ...attempt,
      now: auth.services.clock.now(),
      tries: auth.settings.codeTries,
      testOnly,
    })
    if (token) return { token, user }
  }
  return null
}

/**
 * @param chosen the password sent along, checked against an earlier read of `user`
 * @returns the person to sign in; null while the other side of an e-mail change has not confirmed
 * @throws AuthError 403 `user_banned`: thrown, so that the rollback leaves the link usable
 */
export async function applyProof(
  tx: Tx,
  auth: Auth,
  { token, user }: Proof,
  chosen: ChosenPassword | null = null,
): Promise<UserRow | null> {
  if (isBanned(user, auth.sessionClock.now())) throw new AuthError(403, 'user_banned', 'User is banned')
  await actAs(tx, user.id)
  if (token.kind === 'email_change_new' || token.kind === 'email_change_current') {
    return confirmEmailChange(tx, auth, user)
  }
  if (token.kind === 'phone_change') return confirmPhoneChange(tx, auth, user)
  if (token.kind === 'phone_confirmation') return provePhone(tx, auth, user)
  // the account's address may have changed since
  if (token.address !== user.email) throw linkInvalid()
  return proveEmail(tx, auth, user, await retainedByProof(tx, auth, { token, user }, chosen))
}

/**
 * A confirmation retains the data it was requested for; every other proof retains nothing (docs/threats.md T31). A sign-up's
 * password is retained if the caller knows it: the mailbox does not show who chose it.
 */
async function retainedByProof(
  tx: Tx,
  { settings }: Auth,
  { token: { kind, scope }, user }: Proof,
  chosen: ChosenPassword | null,
): Promise<Kept> {
  const ended = chosen?.isNew ? { newHash: chosen.hash } : 'ended'
  if (kind !== 'confirmation' || user.invited_at !== null) return { password: ended, identity: null }
  const [, identityId] = /^identity:(.+)$/.exec(scope) ?? []
  const identities = identityId ? await identitiesOf(tx, user.id) : []
  const identity = identities.find(({ id }) => id === identityId) ?? null
  const isKnown = chosen ? !chosen.isNew : settings.confirmationKeepsPassword
  if (scope !== '' || !isKnown) return { password: ended, identity }
  if (chosen && chosen.hash !== user.password_hash) {
    throw new AuthError(409, 'conflict', 'The password was changed by another request')
  }
  return { password: 'kept', identity }
}

async function candidatesFor(
  tx: Tx,
  type: string,
  address: string,
  audience: string,
): Promise<(UserRow | null)[]> {
  if (type === 'sms') return [await findUserByPhone(tx, address, audience)]
  if (type === 'phone_change') return usersChangingNumber(tx, address, audience)
  if (type === 'email_change') return usersChangingTo(tx, address, audience)
  return [await findUserByEmail(tx, address, audience)]
}

export async function usersChangingNumber(tx: Tx, phone: string, audience: string): Promise<UserRow[]> {
  return tx
    .selectFrom('auth.users')
    .selectAll()
    .where('new_phone', '=', phone)
    .where('aud', '=', audience)
    .where('deleted_at', 'is', null)
    .orderBy('phone_change_sent_at', 'desc')
    .limit(5)
    .execute()
}

async function usersChangingTo(tx: Tx, email: string, audience: string): Promise<UserRow[]> {
  return tx
    .selectFrom('auth.users')
    .selectAll()
    .where((where) => where.or([where('email', '=', email), where('new_email', '=', email)]))
    .where('new_email', 'is not', null)
    .where('aud', '=', audience)
    .where('deleted_at', 'is', null)
    .orderBy('email_change_sent_at', 'desc')
    .limit(5)
    .execute()
}
