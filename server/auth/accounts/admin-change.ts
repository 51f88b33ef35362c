import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { emailExists, invalid, phoneExists } from '../errors.ts'
import { clearAllOneTimeTokens, clearOneTimeTokens } from '../one-time-tokens/one-time-tokens.ts'
import {
  markEmailVerified,
  markPhoneVerified,
  saveEmailIdentity,
  savePhoneIdentity,
} from '../people/identities.ts'
import { findUserByEmail, findUserByPhone, lockUser, mergeMetadata, updateUser } from '../people/users.ts'
import type { UserRow } from '../rows.ts'
import { endSessions } from '../sessions/sessions.ts'

/** Null, empty and absent fields are unchanged. */
export interface AdminChange {
  email?: string | null
  /** Digits without `+`. */
  phone?: string | null
  passwordHash?: string | null
  confirmEmail?: boolean
  confirmPhone?: boolean
  role?: string
  userMetadata?: Record<string, unknown> | null
  appMetadata?: Record<string, unknown> | null
  /** `24h`, `1h30m` or `none`. */
  banDuration?: string
}

/** @throws AuthError 422 `email_exists`, `phone_exists`, 400 `validation_failed` for a malformed ban */
export async function changeAsAdmin(
  tx: Tx,
  auth: Auth,
  user: UserRow,
  change: AdminChange,
): Promise<UserRow> {
  const now = auth.services.clock.now()
  await lockUser(tx, user.id)
  let changed = user
  if (change.email && change.email !== user.email) {
    if (await findUserByEmail(tx, change.email, user.aud)) throw emailExists()
    await clearAllOneTimeTokens(tx, user.id)
    const isVerified = user.email_confirmed_at !== null || change.confirmEmail === true
    await saveEmailIdentity(tx, { id: user.id, email: change.email, isVerified }, now)
    changed = await updateUser(
      tx,
      user.id,
      { email: change.email, new_email: null, email_change_half: 0 },
      now,
    )
    changed = await mergeMetadata(tx, user.id, 'user_metadata', { email: change.email }, now)
  }
  if (change.confirmEmail && !changed.email_confirmed_at) {
    await markEmailVerified(tx, changed, now)
    const confirmed = { email_confirmed_at: now, may_sign_in_unconfirmed: false }
    changed = await updateUser(tx, user.id, confirmed, now)
  }
  if (change.phone && change.phone !== user.phone) {
    if (await findUserByPhone(tx, change.phone, user.aud)) throw phoneExists()
    const isVerified = user.phone_confirmed_at !== null || change.confirmPhone === true
    await savePhoneIdentity(tx, { id: user.id, phone: change.phone, isVerified }, now)
    changed = await updateUser(tx, user.id, { phone: change.phone, new_phone: null }, now)
  }
  if (change.confirmPhone && changed.phone && !changed.phone_confirmed_at) {
    await markPhoneVerified(tx, changed, now)
    changed = await updateUser(tx, user.id, { phone_confirmed_at: now }, now)
  }
  if (change.passwordHash) {
    changed = await updateUser(tx, user.id, { password_hash: change.passwordHash }, now)
    await endSessions(tx, user.id)
    await clearOneTimeTokens(tx, user.id)
  }
  if (change.role) changed = await updateUser(tx, user.id, { role: change.role }, now)
  if (change.userMetadata) {
    changed = await mergeMetadata(tx, user.id, 'user_metadata', change.userMetadata, now)
  }
  if (change.appMetadata) {
    changed = await mergeMetadata(tx, user.id, 'app_metadata', change.appMetadata, now)
  }
  if (change.banDuration) {
    const banned_until = bannedUntil(change.banDuration, auth.sessionClock.now())
    changed = await updateUser(tx, user.id, { banned_until }, now)
  }
  const isReachable = changed.email_confirmed_at !== null || changed.phone_confirmed_at !== null
  if (changed.is_anonymous && isReachable) {
    changed = await updateUser(tx, user.id, { is_anonymous: false }, now)
  }
  return changed
}

const unitSeconds: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}

/** @param duration in Go's notation (`1h30m`), or `none` */
export function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== duration) {
    throw invalid(`invalid format for ban duration: time: invalid duration "${duration.slice(0, 40)}"`)
  }
  const seconds = parts.reduce(
    (sum, [, number, unit]) => sum + Number(number) * (unitSeconds[unit ?? ''] ?? 0),
    0,
  )
  const until = new Date(now.getTime() + seconds * 1000)
  if (Number.isNaN(until.getTime())) throw invalid('invalid format for ban duration: too long')
  return seconds === 0 ? null : until
}
