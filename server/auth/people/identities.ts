import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { ProviderProfile } from '../providers/profile.ts'
import type { IdentityRow, UserRow } from '../rows.ts'
import { metadataOf } from './metadata.ts'
import { mergeMetadata } from './users.ts'

/** Oldest first. */
export async function identitiesOf(tx: Tx, userId: string): Promise<IdentityRow[]> {
  return tx
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** `identity_data` of an e-mail identity; copied into the person's metadata (docs/contracts/auth.md 1.12). */
export function emailIdentityData(userId: string, email: string, isVerified: boolean) {
  return { sub: userId, email, email_verified: isVerified, phone_verified: false }
}

export function phoneIdentityData(userId: string, phone: string, isVerified: boolean) {
  return { sub: userId, phone, email_verified: false, phone_verified: isVerified }
}

export async function saveEmailIdentity(
  tx: Tx,
  user: { id: string; email: string; isVerified: boolean },
  now: Date,
): Promise<void> {
  await upsertOwnIdentity(tx, user.id, 'email', emailIdentityData(user.id, user.email, user.isVerified), now)
}

export async function savePhoneIdentity(
  tx: Tx,
  user: { id: string; phone: string; isVerified: boolean },
  now: Date,
): Promise<void> {
  await upsertOwnIdentity(tx, user.id, 'phone', phoneIdentityData(user.id, user.phone, user.isVerified), now)
}

async function upsertOwnIdentity(
  tx: Tx,
  userId: string,
  provider: 'email' | 'phone',
  data: object,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('auth.identities')
    .values({
      user_id: userId,
      provider,
      provider_id: userId,
      identity_data: JSON.stringify(data),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        identity_data: sql<string>`auth.identities.identity_data || excluded.identity_data`,
        updated_at: now,
      }),
    )
    .execute()
  await syncProviders(tx, userId, now)
}

/** Also in every identity with that address. */
export async function markEmailVerified(tx: Tx, user: UserRow, now: Date): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({
      identity_data: sql<string>`identity_data || '{"email_verified": true}'`,
      updated_at: now,
    })
    .where('user_id', '=', user.id)
    .where('email', '=', user.email ?? '')
    .execute()
  await mergeMetadata(tx, user.id, 'user_metadata', { email_verified: true }, now)
}

export async function markPhoneVerified(tx: Tx, user: UserRow, now: Date): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({
      identity_data: sql<string>`identity_data || '{"phone_verified": true}'`,
      updated_at: now,
    })
    .where('user_id', '=', user.id)
    .where('provider', '=', 'phone')
    .execute()
  await mergeMetadata(tx, user.id, 'user_metadata', { phone_verified: true }, now)
}

export async function findIdentity(
  tx: Tx,
  { provider, subject }: Pick<ProviderProfile, 'provider' | 'subject'>,
): Promise<IdentityRow | null> {
  const row = await tx
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

/** @throws the database's 23505 when the subject already has an identity: call `findIdentity` first */
export async function insertProviderIdentity(
  tx: Tx,
  userId: string,
  { provider, subject, data }: ProviderProfile,
  now: Date,
): Promise<IdentityRow> {
  const identity = await tx
    .insertInto('auth.identities')
    .values({
      user_id: userId,
      provider,
      provider_id: subject,
      identity_data: JSON.stringify(data),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await syncProviders(tx, userId, now)
  return identity
}

export async function refreshProviderIdentity(
  tx: Tx,
  identityId: string,
  { data }: ProviderProfile,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), updated_at: now })
    .where('id', '=', identityId)
    .execute()
}

export async function deleteIdentities(
  tx: Tx,
  userId: string,
  keep: (identity: IdentityRow) => boolean,
  now: Date,
): Promise<void> {
  const ids = (await identitiesOf(tx, userId)).filter((identity) => !keep(identity)).map(({ id }) => id)
  if (ids.length === 0) return
  await tx.deleteFrom('auth.identities').where('user_id', '=', userId).where('id', 'in', ids).execute()
  await syncProviders(tx, userId, now)
}

/** Updates `app_metadata.providers`. */
async function syncProviders(tx: Tx, userId: string, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('auth.identities')
    .select('provider')
    .where('user_id', '=', userId)
    .execute()
  const user = await tx
    .selectFrom('auth.users')
    .select('app_metadata')
    .where('id', '=', userId)
    .executeTakeFirst()
  const known = metadataOf(user?.app_metadata)
  const providers = [...new Set(rows.map((row) => row.provider))].sort()
  const first = String(known.provider)
  const provider = providers.includes(first) ? first : (providers[0] ?? null)
  await mergeMetadata(tx, userId, 'app_metadata', { provider, providers }, now)
}
