import { sql } from 'kysely'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { findIdentity, insertProviderIdentity, refreshProviderIdentity } from '../people/identities.ts'
import { beginUserCreation, type UserCreation } from '../people/user-creation.ts'
import { insertUser, isBanned, lockUser, mergeMetadata } from '../people/users.ts'
import type { UserRow } from '../rows.ts'
import type { SsoProfile } from '../saml/assertion-person.ts'
import type { SsoProvider } from '../saml/sso-providers.ts'
import { actAs, inTransaction } from '../transaction.ts'

/**
 * Call it outside of any transaction.
 * @returns null for a known person, and where sign-ups are disabled
 * @throws AuthError the hook's refusal
 */
export async function beginSsoPerson(
  auth: Auth,
  request: AuthRequest,
  profile: SsoProfile,
): Promise<UserCreation | null> {
  const known = await inTransaction(auth, request, (tx) => findIdentity(tx, profile))
  if (known || !auth.settings.signUp) return null
  const { email, data: metadata, provider } = profile
  return beginUserCreation(auth, request, { email, metadata, provider })
}

/**
 * Only the provider's subject identifies the account: an e-mail account with the same address is another one
 * (docs/contracts/auth.md 1.3).
 * @throws AuthError 403 `user_banned`, `user_not_found`, `sso_no_access`; 422 `signup_disabled`; 23505 when a concurrent
 * request creates the account
 */
export async function enterSsoPerson(
  tx: Tx,
  auth: Auth,
  {
    provider,
    profile,
    creation,
  }: { provider: SsoProvider; profile: SsoProfile; creation: UserCreation | null },
): Promise<UserRow> {
  const now = auth.services.clock.now()
  const known = await findIdentity(tx, profile)
  const user = known
    ? await refresh(tx, auth, { userId: known.user_id, identityId: known.id, profile })
    : await create(tx, auth, { provider, profile, creation })
  await actAs(tx, user.id)
  await joinClinic(tx, provider, user, now)
  await audit(
    tx,
    known ? 'auth.login' : 'auth.user_signedup',
    { type: 'user', id: user.id },
    {
      provider: profile.provider,
    },
  )
  return user
}

async function refresh(
  tx: Tx,
  auth: Auth,
  { userId, identityId, profile }: { userId: string; identityId: string; profile: SsoProfile },
): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User does not exist')
  if (isBanned(user, auth.sessionClock.now())) throw new AuthError(403, 'user_banned', 'User is banned')
  const now = auth.services.clock.now()
  await refreshProviderIdentity(tx, identityId, profile, now)
  // the account retains its address, whatever the provider asserts now (docs/decisions/0147)
  const { email: _, ...data } = profile.data
  return mergeMetadata(tx, userId, 'user_metadata', data, now)
}

async function create(
  tx: Tx,
  auth: Auth,
  {
    provider,
    profile,
    creation,
  }: { provider: SsoProvider; profile: SsoProfile; creation: UserCreation | null },
): Promise<UserRow> {
  if (!auth.settings.signUp) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  if (!creation) throw new AuthError(409, 'conflict', 'The account has just changed: please try again')
  const now = auth.services.clock.now()
  const values = {
    aud: auth.settings.audience,
    email: profile.email,
    email_confirmed_at: now,
    is_sso: true,
    sso_provider_id: provider.id,
    app_metadata: JSON.stringify({ provider: profile.provider, providers: [profile.provider] }),
    user_metadata: JSON.stringify(profile.data),
    created_at: now,
    updated_at: now,
  }
  const { user } = await insertUser(tx, creation, values, ({ id }) =>
    insertProviderIdentity(tx, id, profile, now),
  )
  return user
}

/**
 * Joins with an invitation's role, else as a member where the provider admits anyone. Refuses removed or deactivated people.
 */
async function joinClinic(tx: Tx, provider: SsoProvider, user: UserRow, now: Date): Promise<void> {
  const { clinic_id: clinicId } = provider
  await sql`select from app.accept_invitation(${clinicId}::uuid, ${user.id}::uuid, ${now})`.execute(tx)
  const memberships = await tx
    .selectFrom('clinic_memberships')
    .select(['status', 'suspended_at', 'ended_at'])
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', user.id)
    .execute()
  if (memberships.some(({ status, ended_at }) => status === 'active' && ended_at === null)) return
  if (memberships.length > 0 || !provider.joins_anyone) {
    throw new AuthError(403, 'sso_no_access', 'The clinic has not given this account access')
  }
  const { id } = await tx
    .insertInto('clinic_memberships')
    .values({
      clinic_id: clinicId,
      user_id: user.id,
      role: 'member',
      status: 'active',
      accepted_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const details = { role: 'member', provider: provider.id }
  await audit(tx, 'membership.joined', { type: 'membership', id }, details, clinicId)
}
