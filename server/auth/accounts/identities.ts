import { type Selectable, sql } from 'kysely'
import type { AuthIdentities } from '#db/types.generated.ts'
import type { Tx } from '#server/platform/doors.ts'
import { mergeMetadata, metadataOf, type UserRow } from './users.ts'

/** One row of auth.identities. */
export type IdentityRow = Selectable<AuthIdentities>

export async function identitiesOf(tx: Tx, userId: string): Promise<IdentityRow[]> {
  return tx
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * What an e-mail identity knows about its owner; also kept in the person's metadata (auth-contract.md 1.12).
 */
export function emailIdentityData(userId: string, email: string, isVerified: boolean) {
  return { sub: userId, email, email_verified: isVerified, phone_verified: false }
}

/** Makes the e-mail identity, or gives it the new address. */
export async function saveEmailIdentity(
  tx: Tx,
  user: { id: string; email: string; isVerified: boolean },
  now: Date,
): Promise<void> {
  const data = JSON.stringify(emailIdentityData(user.id, user.email, user.isVerified))
  await tx
    .insertInto('auth.identities')
    .values({
      user_id: user.id,
      provider: 'email',
      provider_id: user.id,
      identity_data: data,
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
  await rememberProvider(tx, user.id, now)
}

/** Marks the address as proved, in the metadata and in every identity with that address. */
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

/** Keeps `app_metadata.providers` in step with the identities. */
async function rememberProvider(tx: Tx, userId: string, now: Date): Promise<void> {
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
  const provider = typeof known.provider === 'string' ? known.provider : providers[0]
  await mergeMetadata(tx, userId, 'app_metadata', { provider, providers }, now)
}
