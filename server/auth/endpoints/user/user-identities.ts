import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, ssoManaged } from '#server/auth/errors.ts'
import { beginProviderFlow } from '#server/auth/flows/provider-flows.ts'
import { isUuid } from '#server/auth/http/is-uuid.ts'
import { redirectTo } from '#server/auth/http/redirect-answers.ts'
import { type AuthRequest, audienceOf, json } from '#server/auth/http/request.ts'
import { clearAllOneTimeTokens } from '#server/auth/one-time-tokens/one-time-tokens.ts'
import { deleteIdentities, identitiesOf } from '#server/auth/people/identities.ts'
import { metadataOf } from '#server/auth/people/metadata.ts'
import { findUserByEmail, lockUser, mergeMetadata, updateUser } from '#server/auth/people/users.ts'
import type { IdentityRow, Person, UserRow } from '#server/auth/rows.ts'
import { lacksSecondStep } from '#server/auth/sessions/assurance.ts'
import { loadPerson, requireClaims } from '#server/auth/sessions/bearer.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** @throws AuthError 404 `manual_linking_disabled` */
export function requireManualLinking({ settings }: Auth): void {
  if (!settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
}

/** docs/contracts/auth.md 3.4 */
export async function authorizeLink(auth: Auth, request: AuthRequest): Promise<Response> {
  const { user, isLow } = await requirePerson(auth, request)
  requireManualLinking(auth)
  if (user.is_sso) throw ssoManaged()
  if (isLow) throw secondStepMissing()
  const url = await beginProviderFlow(auth, request, user.id)
  return request.query.get('skip_http_redirect') === 'true' ? json({ url: url.href }) : redirectTo(url, 302)
}

/** docs/contracts/auth.md 3.4 */
export async function unlinkIdentity(auth: Auth, request: AuthRequest): Promise<Response> {
  const { user, audience, isLow } = await requirePerson(auth, request)
  requireManualLinking(auth)
  const [identityId = ''] = request.params
  if (!isUuid(identityId)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
  if (audienceOf(request, auth.settings, audience) !== audience) {
    throw new AuthError(403, 'unexpected_audience', "Token audience doesn't match request audience")
  }
  if (isLow) throw secondStepMissing()
  await inTransaction(auth, request, (tx) => unlink(tx, auth, user.id, identityId))
  return json({})
}

/** @returns `isLow`: the person has a second factor that this session has not used */
async function requirePerson(
  auth: Auth,
  request: AuthRequest,
): Promise<Person & { audience: string; isLow: boolean }> {
  const claims = await requireClaims(auth, request)
  return inTransaction(auth, request, async (tx) => {
    const person = await loadPerson(tx, auth, claims)
    const isLow = await lacksSecondStep(tx, { userId: person.user.id, sessionId: person.session.id })
    return { ...person, audience: String(claims.aud), isLow }
  })
}

/** docs/contracts/auth.md D22 */
function secondStepMissing(): AuthError {
  return new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to change identities when MFA is enabled.',
  )
}

async function unlink(tx: Tx, auth: Auth, userId: string, identityId: string): Promise<void> {
  const user = await lockUser(tx, userId)
  const identities = await identitiesOf(tx, userId)
  if (!user || identities.length <= 1) throw lastOne('User must have at least 1 identity after unlinking')
  const removed = identities.find(({ id }) => id === identityId)
  if (!removed) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
  const now = auth.services.clock.now()
  await actAs(tx, userId)
  await deleteIdentities(tx, userId, ({ id }) => id !== identityId, now)
  if (removed.provider === 'phone') {
    await updateUser(tx, userId, { phone: null, phone_confirmed_at: null }, now)
  } else {
    const remaining = identities.filter(({ id }) => id !== identityId)
    await moveEmail(tx, auth, user, remaining)
  }
  await audit(tx, 'auth.identity_unlinked', { type: 'user', id: userId }, { provider: removed.provider })
}

const lastOne = (message: string) => new AuthError(422, 'single_identity_not_deletable', message)

/** If no remaining identity has the address. */
async function moveEmail(tx: Tx, auth: Auth, user: UserRow, remaining: IdentityRow[]): Promise<void> {
  if (remaining.some(({ email }) => email === user.email)) return
  const next = remaining.find(
    ({ email, identity_data }) => email && metadataOf(identity_data).email_verified === true,
  )
  const now = auth.services.clock.now()
  const nothingPending = { new_email: null, email_change_half: 0 }
  if (!next?.email) {
    // no other identity could sign in
    if (!user.phone_confirmed_at) throw lastOne('User must have a verified email or phone after unlinking')
    await clearAllOneTimeTokens(tx, user.id)
    await updateUser(tx, user.id, { email: null, email_confirmed_at: null, ...nothingPending }, now)
    await mergeMetadata(tx, user.id, 'user_metadata', { email: null, email_verified: false }, now)
    return
  }
  const owner = await findUserByEmail(tx, next.email, user.aud)
  if (owner && owner.id !== user.id) {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
  await clearAllOneTimeTokens(tx, user.id)
  const moved = { email: next.email, email_confirmed_at: now, ...nothingPending }
  await updateUser(tx, user.id, moved, now)
  await mergeMetadata(tx, user.id, 'user_metadata', { email: next.email, email_verified: true }, now)
}
