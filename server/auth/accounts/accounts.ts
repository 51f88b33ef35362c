/**
 * What the features may know and do about sign-ins. Every function runs in the caller's transaction, whose
 * role is `system` (`transactions.withSystem`, or `asSystem` around the call).
 */
import type { Ctx } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { createOperatorHooks } from '../hooks/hooks.ts'
import {
  emailIdentityData,
  phoneIdentityData,
  saveEmailIdentity,
  savePhoneIdentity,
} from '../people/identities.ts'
import { beginUserCreation, type UserCreation } from '../people/user-creation.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  mergeMetadata,
  metadataOf,
  type UserRow,
} from '../people/users.ts'

export interface Account {
  id: string
  /** Lower-cased; empty for an account without one. */
  email: string
  emailConfirmedAt: Date | null
  hasPassword: boolean
  userMetadata: Record<string, unknown>
  appMetadata: Record<string, unknown>
  bannedUntil: Date | null
}

export const defaultAudience = 'authenticated'

/** Null for an unknown address and for single sign-on accounts. */
export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | null> {
  const user = await findUserByEmail(tx, email.trim().toLowerCase(), defaultAudience)
  return user && accountOf(user)
}

export async function findAccountById(tx: Tx, id: string): Promise<Account | null> {
  const user = await findUser(tx, id)
  return user && accountOf(user)
}

/**
 * What `createAccount` asks for: the operator's hooks around a new person. Call it outside of any transaction, for known
 * addresses too, and let `before` be asked about them as well: what a hook says must not tell them apart.
 *
 * @throws AuthError the hook's refusal
 */
export function beginAccount(
  ctx: Ctx,
  person: { email: string; metadata: Record<string, unknown> },
): Promise<UserCreation> {
  const asking = {
    services: ctx,
    operatorHooks: createOperatorHooks(ctx.config.hooks),
    settings: { audience: defaultAudience },
  }
  return beginUserCreation(asking, ctx.caller, { ...person, provider: 'email' })
}

/**
 * Makes a person and their e-mail identity. Sends nothing.
 *
 * @throws AuthError a hook's refusal; the database's 23505 when the address is taken: look with `findAccountByEmail` first
 */
export async function createAccount(
  tx: Tx,
  account: {
    email: string
    /** From `hashPassword`; null: signs in by link until a password is set. */
    passwordHash: string | null
    metadata?: Record<string, unknown>
    confirmedAt?: Date | null
    invitedAt?: Date | null
    /** Sign-in before the address is confirmed: only for accounts made by clinic-join (docs/threats.md T31). */
    maySignInUnconfirmed?: boolean
    /** From `beginAccount`. */
    creation: UserCreation
    now: Date
  },
): Promise<Account> {
  const user = await insertEmailUser(tx, { ...account, audience: defaultAudience })
  return accountOf(user)
}

/** The row behind `createAccount`, for the auth service's own endpoints. */
export async function insertEmailUser(
  tx: Tx,
  account: Parameters<typeof createAccount>[1] & {
    audience: string
    id?: string
    role?: string
    /** Made by an admin: the metadata hold what was given and no more. */
    metadataAsGiven?: boolean
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
    // ours last: nobody names their own subject
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

/** A person who signs in with a phone number, and their phone identity. Sends nothing. */
export async function insertPhoneUser(
  tx: Tx,
  account: {
    phone: string
    audience: string
    passwordHash: string | null
    metadata: Record<string, unknown>
    confirmedAt?: Date | null
    id?: string
    role?: string
    metadataAsGiven?: boolean
    creation: UserCreation
    now: Date
  },
): Promise<UserRow> {
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

/** A person without address or number, who may add one later. */
export async function insertAnonymousUser(
  tx: Tx,
  account: { audience: string; metadata: Record<string, unknown>; creation: UserCreation; now: Date },
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

/** Server data about a person, such as `tenant_access`: merged key by key, null deletes. */
export async function mergeAppMetadata(
  tx: Tx,
  accountId: string,
  changes: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await mergeMetadata(tx, accountId, 'app_metadata', changes, now)
}

/** What the person may change themselves; merged key by key, null deletes. */
export async function mergeUserMetadata(
  tx: Tx,
  accountId: string,
  changes: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await mergeMetadata(tx, accountId, 'user_metadata', changes, now)
}

function accountOf(user: UserRow): Account {
  return {
    id: user.id,
    email: user.email ?? '',
    emailConfirmedAt: user.email_confirmed_at,
    hasPassword: user.password_hash !== null,
    userMetadata: metadataOf(user.user_metadata),
    appMetadata: metadataOf(user.app_metadata),
    bannedUntil: user.banned_until,
  }
}
