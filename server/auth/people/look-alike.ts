import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import { derivedUuid } from '../http/derived-uuid.ts'
import type { IdentityRow, UserRow } from '../rows.ts'
import { emailIdentityData, identitiesOf, phoneIdentityData } from './identities.ts'
import { type UserView, userView } from './user-view.ts'
import { isConfirmed } from './users.ts'

/**
 * The answer of a sign-up with a new address, for a known one (docs/contracts/auth.md D18). Stores nothing. Ids are the same
 * at each sign-up: the account's until the address is proven, then derived ones.
 */
export async function lookAlikeSignUp(
  tx: Tx,
  known: UserRow,
  person: ({ email: string } | { phone: string }) & { audience: string; metadata: Record<string, unknown> },
  now: Date,
): Promise<UserView> {
  const address = 'email' in person ? person.email : person.phone
  const { id, identityId } = answeredIds(known, address, await identitiesOf(tx, known.id))
  const [provider, data] =
    'email' in person
      ? ['email', emailIdentityData(id, person.email, false)]
      : ['phone', phoneIdentityData(id, person.phone, false)]
  // through jsonb, which orders keys as a stored row would
  const { rows } = await sql<{ app: unknown; user: unknown; identity: unknown }>`
    select ${JSON.stringify({ provider, providers: [provider] })}::jsonb as app,
           ${JSON.stringify({ ...person.metadata, ...data })}::jsonb as user,
           ${JSON.stringify(data)}::jsonb as identity`.execute(tx)
  const stored = rows[0]
  const user: UserRow = {
    id,
    aud: person.audience,
    role: 'authenticated',
    email: 'email' in person ? person.email : null,
    email_confirmed_at: null,
    phone: 'phone' in person ? person.phone : null,
    phone_confirmed_at: null,
    password_hash: null,
    is_sso: false,
    sso_provider_id: null,
    is_anonymous: false,
    may_sign_in_unconfirmed: false,
    app_metadata: stored?.app,
    user_metadata: stored?.user,
    new_email: null,
    new_phone: null,
    email_change_half: 0,
    invited_at: null,
    confirmation_reminders: 0,
    email_corrected_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change_sent_at: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  }
  const identity: IdentityRow = {
    id: identityId,
    user_id: id,
    provider,
    provider_id: id,
    identity_data: stored?.identity,
    // as the database's generated column: empty for a phone identity
    email: 'email' in person ? person.email : '',
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
  }
  return userView(user, [identity])
}

/**
 * Ids of a proven account are derived from its identity's, which only the owner sees: they must not reveal the account's.
 */
function answeredIds(
  known: UserRow,
  address: string,
  [first]: IdentityRow[],
): { id: string; identityId: string } {
  const secret = `${first?.id ?? known.id} ${address}`
  const identityId = derivedUuid(`identity of a sign-up ${secret}`)
  return isConfirmed(known)
    ? { id: derivedUuid(`sign-up ${secret}`), identityId }
    : { id: known.id, identityId: first?.id ?? identityId }
}
