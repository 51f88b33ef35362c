import { type Insertable, sql, type Updateable } from 'kysely'
import type { AuthUsers } from '#db/types.generated.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { AuthError } from '../errors.ts'
import type { UserRow } from '../rows.ts'
import type { UserCreation } from './user-creation.ts'

/** Null for a deleted person. */
export async function findUser(tx: Tx, id: string): Promise<UserRow | null> {
  const row = await tx
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Includes softly deleted people. */
export async function findUserOrDeleted(tx: Tx, id: string): Promise<UserRow | null> {
  const row = await tx.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * Locks until the transaction ends. Lock in this order everywhere, so that requests cannot deadlock: person, tokens,
 * sessions.
 */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const row = await tx
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Never finds a single sign-on account (docs/contracts/auth.md 1.3).
 * @param email lower case
 */
export async function findUserByEmail(tx: Tx, email: string, audience: string): Promise<UserRow | null> {
  const row = await tx
    .selectFrom('auth.users')
    .selectAll()
    .where('email', '=', email)
    .where('aud', '=', audience)
    .where('is_sso', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** @param phone digits without `+` */
export async function findUserByPhone(tx: Tx, phone: string, audience: string): Promise<UserRow | null> {
  const row = await tx
    .selectFrom('auth.users')
    .selectAll()
    .where('phone', '=', phone)
    .where('aud', '=', audience)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Every function that creates a person calls it, for the operator's hooks.
 * @param identify writes the identity, before hook after_user_created
 * @throws AuthError a hook's refusal; the database's 23505 when the address is taken
 */
export async function insertUser<Identity>(
  tx: Tx,
  creation: UserCreation,
  values: Insertable<AuthUsers>,
  identify: (user: UserRow) => Promise<Identity>,
): Promise<{ user: UserRow; identity: Identity }> {
  await creation.before(tx)
  const user = await tx.insertInto('auth.users').values(values).returningAll().executeTakeFirstOrThrow()
  const identity = await identify(user)
  await creation.after(tx, user)
  return { user, identity }
}

/**
 * All changes of accounts: what follows from them, such as a pending join that becomes active, is done by `app.follow_user`.
 * @param now becomes `updated_at`
 */
export async function updateUser(
  tx: Tx,
  id: string,
  changes: Updateable<AuthUsers>,
  now: Date,
): Promise<UserRow> {
  const isFollowed = followed.some((column) => changes[column] !== undefined)
  const before = isFollowed
    ? await tx
        .selectFrom('auth.users')
        .select('email_confirmed_at')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : null
  const user = await tx
    .updateTable('auth.users')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (before)
    await sql`select app.follow_user(${id}::uuid, ${before.email_confirmed_at !== null})`.execute(tx)
  return user
}

const followed = ['email', 'email_confirmed_at', 'user_metadata'] as const

/** Merges key by key; null deletes a key. */
export async function mergeMetadata(
  tx: Tx,
  id: string,
  column: 'user_metadata' | 'app_metadata',
  changes: Record<string, unknown>,
  now: Date,
): Promise<UserRow> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null)
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null))
  const merged = sql<string>`(${sql.ref(column)} || ${JSON.stringify(set)}::jsonb) - ${removed}::text[]`
  return updateUser(tx, id, { [column]: merged }, now)
}

export function isConfirmed(user: Pick<UserRow, 'email_confirmed_at' | 'phone_confirmed_at'>): boolean {
  return user.email_confirmed_at !== null || user.phone_confirmed_at !== null
}

/**
 * Accounts made by clinic-join can be signed in to without a proven address, possibly by a stranger (docs/threats.md T31).
 * @throws AuthError 422 `email_not_confirmed`
 */
export function requireProvenAddress(user: UserRow): void {
  if (user.is_anonymous || isConfirmed(user)) return
  throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
}

/** @param now the machine's time: bans concern sessions */
export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}
