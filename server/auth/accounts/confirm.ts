import { sql } from 'kysely'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { emailExists, phoneExists } from '../errors.ts'
import { removeAllFactors } from '../factors/factors.ts'
import { clearAllOneTimeTokens, clearOneTimeTokens } from '../one-time-tokens/one-time-tokens.ts'
import { settleAddressChange } from '../people/address-changes.ts'
import {
  deleteIdentities,
  markEmailVerified,
  markPhoneVerified,
  saveEmailIdentity,
  savePhoneIdentity,
} from '../people/identities.ts'
import { findUserByEmail, findUserByPhone, isConfirmed, mergeMetadata, updateUser } from '../people/users.ts'
import type { IdentityRow, UserRow } from '../rows.ts'
import { forgetDevices } from '../sessions/new-device.ts'
import { endSessions } from '../sessions/sessions.ts'

const ownProviders = ['email', 'phone']

/** The parts of an unconfirmed account that remain once its address is proven. */
export interface Kept {
  /** `kept`: for people who confirm their own sign-up, with sessions; `newHash`: just chosen. */
  password: 'kept' | 'ended' | { newHash: string }
  /** The proven identity. */
  identity: IdentityRow | null
}

/** @param kept an unconfirmed account loses everything else, because a stranger may have created it (docs/threats.md T31) */
export async function proveEmail(tx: Tx, auth: Auth, user: UserRow, kept: Kept): Promise<UserRow> {
  const now = auth.services.clock.now()
  const by = { provider: kept.identity?.provider ?? 'email' }
  await clearOneTimeTokens(tx, user.id)
  if (user.email) await forgetReports(tx, user.email)
  if (isConfirmed(user)) {
    // by link or code of the mailbox that the change calls lost
    await settleAddressChange(tx, user.id, 'mailbox_used', now)
    await audit(tx, 'auth.login', { type: 'user', id: user.id }, by)
    return user
  }
  if (kept.password !== 'kept') {
    const password_hash = kept.password === 'ended' ? null : kept.password.newHash
    await updateUser(tx, user.id, { password_hash }, now)
    await endSessions(tx, user.id)
    await forgetDevices(tx, user.id)
    if (password_hash) await audit(tx, 'auth.user_updated_password', { type: 'user', id: user.id })
    if (!kept.identity && user.email) {
      await saveEmailIdentity(tx, { id: user.id, email: user.email, isVerified: true }, now)
    }
  }
  // a stranger's factors would lock the owner out (docs/threats.md T31)
  await removeAllFactors(tx, user.id)
  await deleteIdentities(
    tx,
    user.id,
    ({ id, provider }) => (kept.identity ? id === kept.identity.id : ownProviders.includes(provider)),
    now,
  )
  await audit(tx, 'auth.user_signedup', { type: 'user', id: user.id }, by)
  if (user.invited_at) await audit(tx, 'auth.invite_accepted', { type: 'user', id: user.id })
  await markEmailVerified(tx, user, now)
  const nothingPending = { new_email: null, email_change_half: 0, new_phone: null }
  const proven = { email_confirmed_at: now, may_sign_in_unconfirmed: false, ...nothingPending }
  return updateUser(tx, user.id, proven, now)
}

/**
 * @returns null while the other side has not confirmed
 * @throws AuthError 422 `email_exists` when another account has taken the address meanwhile
 */
export async function confirmEmailChange(tx: Tx, auth: Auth, user: UserRow): Promise<UserRow | null> {
  const now = auth.services.clock.now()
  if (auth.settings.secureEmailChange && user.email && user.email_change_half === 0) {
    await updateUser(tx, user.id, { email_change_half: 1 }, now)
    return null
  }
  await settleAddressChange(tx, user.id, 'outdated', now)
  return moveToAddress(tx, user, user.new_email ?? '', now)
}

/**
 * Gives a proven account a proven address, and ends every link and code of the old one.
 * @throws AuthError 422 `email_exists` when another account has it
 */
export async function moveToAddress(tx: Tx, user: UserRow, email: string, now: Date): Promise<UserRow> {
  const owner = await findUserByEmail(tx, email, user.aud)
  if (owner && owner.id !== user.id) throw emailExists()
  await clearAllOneTimeTokens(tx, user.id)
  await forgetReports(tx, email)
  await audit(tx, 'auth.user_modified', { type: 'user', id: user.id }, { changed: 'email' })
  await updateUser(
    tx,
    user.id,
    {
      email,
      email_confirmed_at: user.email_confirmed_at ?? now,
      new_email: null,
      email_change_half: 0,
      is_anonymous: false,
    },
    now,
  )
  await saveEmailIdentity(tx, { id: user.id, email, isVerified: true }, now)
  return mergeMetadata(tx, user.id, 'user_metadata', { email, email_verified: true }, now)
}

/** Emails to an address that has just received one are sent again (docs/decisions/0219). */
async function forgetReports(tx: Tx, email: string): Promise<void> {
  await sql`select app.forget_reports(${email})`.execute(tx)
}

export async function provePhone(tx: Tx, auth: Auth, user: UserRow): Promise<UserRow> {
  const now = auth.services.clock.now()
  await clearOneTimeTokens(tx, user.id)
  if (user.phone_confirmed_at) {
    await audit(tx, 'auth.login', { type: 'user', id: user.id }, { provider: 'phone' })
    return user
  }
  await audit(tx, 'auth.user_signedup', { type: 'user', id: user.id }, { provider: 'phone' })
  await markPhoneVerified(tx, user, now)
  return updateUser(tx, user.id, { phone_confirmed_at: now }, now)
}

/** @throws AuthError 422 `phone_exists` when another account has taken the number meanwhile */
export async function confirmPhoneChange(tx: Tx, auth: Auth, user: UserRow): Promise<UserRow> {
  const now = auth.services.clock.now()
  const phone = user.new_phone ?? ''
  const owner = await findUserByPhone(tx, phone, user.aud)
  if (owner && owner.id !== user.id) throw phoneExists()
  await clearOneTimeTokens(tx, user.id)
  await audit(tx, 'auth.user_modified', { type: 'user', id: user.id }, { changed: 'phone' })
  const changes = { phone, phone_confirmed_at: now, new_phone: null, is_anonymous: false }
  await updateUser(tx, user.id, changes, now)
  await savePhoneIdentity(tx, { id: user.id, phone, isVerified: true }, now)
  return mergeMetadata(tx, user.id, 'user_metadata', { phone, phone_verified: true }, now)
}
