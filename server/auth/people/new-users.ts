import type { Tx } from '#server/platform/database/transactions.ts'
import type { UserRow } from '../rows.ts'
import { emailIdentityData, phoneIdentityData, saveEmailIdentity, savePhoneIdentity } from './identities.ts'
import type { UserCreation } from './user-creation.ts'
import { insertUser } from './users.ts'

interface NewUser {
  audience: string
  /** Null: signs in by link or code until a password is set. */
  passwordHash: string | null
  metadata?: Record<string, unknown>
  confirmedAt?: Date | null
  id?: string
  role?: string
  /** Created by an admin: the metadata are stored unchanged. */
  metadataAsGiven?: boolean
  /** From `beginUserCreation`. */
  creation: UserCreation
  now: Date
}

/**
 * Sends nothing.
 * @throws AuthError a hook's refusal; the database's 23505 when the address is taken
 */
export async function insertEmailUser(
  tx: Tx,
  account: NewUser & {
    email: string
    invitedAt?: Date | null
    /** Sign-in before the address is confirmed: only for accounts created by clinic-join (docs/threats.md T31). */
    maySignInUnconfirmed?: boolean
  },
): Promise<UserRow> {
  const id = account.id ?? crypto.randomUUID()
  const email = account.email.trim().toLowerCase()
  const isVerified = Boolean(account.confirmedAt)
  const values = {
    id,
    aud: account.audience,
    ...(account.role ? { role: account.role } : {}),
    email,
    email_confirmed_at: account.confirmedAt ?? null,
    password_hash: account.passwordHash,
    may_sign_in_unconfirmed: account.maySignInUnconfirmed ?? false,
    app_metadata: JSON.stringify({ provider: 'email', providers: ['email'] }),
    // identity data last, so that callers cannot choose their `sub`
    user_metadata: JSON.stringify({
      ...account.metadata,
      ...(account.metadataAsGiven ? {} : emailIdentityData(id, email, isVerified)),
    }),
    invited_at: account.invitedAt ?? null,
    created_at: account.now,
    updated_at: account.now,
  }
  const identify = () => saveEmailIdentity(tx, { id, email, isVerified }, account.now)
  return (await insertUser(tx, account.creation, values, identify)).user
}

/** Digits without `+`. Sends nothing. */
export async function insertPhoneUser(tx: Tx, account: NewUser & { phone: string }): Promise<UserRow> {
  const { id = crypto.randomUUID(), phone, now } = account
  const isVerified = Boolean(account.confirmedAt)
  const values = {
    id,
    aud: account.audience,
    ...(account.role ? { role: account.role } : {}),
    phone,
    phone_confirmed_at: account.confirmedAt ?? null,
    password_hash: account.passwordHash,
    app_metadata: JSON.stringify({ provider: 'phone', providers: ['phone'] }),
    user_metadata: JSON.stringify({
      ...account.metadata,
      ...(account.metadataAsGiven ? {} : phoneIdentityData(id, phone, isVerified)),
    }),
    created_at: now,
    updated_at: now,
  }
  const identify = () => savePhoneIdentity(tx, { id, phone, isVerified }, now)
  return (await insertUser(tx, account.creation, values, identify)).user
}

export async function insertAnonymousUser(
  tx: Tx,
  account: Pick<NewUser, 'audience' | 'metadata' | 'creation' | 'now'>,
): Promise<UserRow> {
  const values = {
    aud: account.audience,
    is_anonymous: true,
    app_metadata: '{}',
    user_metadata: JSON.stringify(account.metadata),
    created_at: account.now,
    updated_at: account.now,
  }
  return (await insertUser(tx, account.creation, values, async () => null)).user
}
