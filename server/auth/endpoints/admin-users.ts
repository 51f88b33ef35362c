import * as z from 'zod/mini'
import { audit } from '#server/platform/audit.ts'
import { insertEmailUser } from '../accounts/accounts.ts'
import { changeAsAdmin } from '../accounts/admin-change.ts'
import { identitiesOf } from '../accounts/identities.ts'
import { listUsers } from '../accounts/list-users.ts'
import { removeUser } from '../accounts/remove-user.ts'
import { userView } from '../accounts/user-view.ts'
import { findUser, findUserByEmail, type UserRow } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import { requireEmail } from '../http/addresses.ts'
import { isUuid, requireAdmin } from '../http/bearer.ts'
import { flag, optionalObject, optionalText, readBody, text } from '../http/body.ts'
import { AuthError, emailExists, invalid, weakPassword } from '../http/errors.ts'
import { pageOf, pagingHeaders } from '../http/paging.ts'
import { type AuthRequest, audienceForNew, audienceOf, json } from '../http/request.ts'
import { inTransaction } from '../http/transaction.ts'
import { passwordWeakness } from '../passwords/policy.ts'

const adminUserBody = z.object({
  id: text,
  aud: text,
  role: text,
  email: text,
  phone: text,
  password: optionalText,
  password_hash: text,
  email_confirm: flag(false),
  user_metadata: optionalObject,
  app_metadata: optionalObject,
  ban_duration: text,
})

const deleteBody = z.object({ should_soft_delete: flag(false) })

/** GET /admin/users (auth-contract.md 3.7). */
export async function adminListUsers(auth: Auth, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const audience = audienceOf(request, auth.settings)
  const page = pageOf(request)
  const { users, total } = await inTransaction(auth, request, (tx) => listUsers(tx, { ...page, audience }))
  return json(
    { users: users.map(({ user, identities }) => userView(user, identities)), aud: audience },
    { headers: pagingHeaders(request, page, total) },
  )
}

/** POST /admin/users. Sends nothing; strength is not checked. */
export async function adminCreateUser(auth: Auth, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const body = await readBody(request.raw, adminUserBody)
  if (!body.email && !body.phone) throw invalid('Cannot create a user without either an email or phone')
  if (body.password && body.password_hash) {
    throw invalid('Only a password or a password hash should be provided')
  }
  if (body.id && !isUuid(body.id)) throw invalid('ID must be a valid UUID v4')
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (body.password_hash && !body.password_hash.startsWith('$argon2id$')) {
    throw invalid('Only argon2id password hashes can be imported')
  }
  const email = requireEmail(body.email)
  const audience = audienceForNew(request, auth.settings, body.aud)
  const passwordHash = body.password ? await auth.hasher.hash(body.password) : body.password_hash || null
  const view = await inTransaction(auth, request, async (tx) => {
    if (await findUserByEmail(tx, email, audience)) throw emailExists()
    const now = auth.services.clock.now()
    const created = await insertEmailUser(tx, {
      ...(body.id ? { id: body.id } : {}),
      ...(body.role ? { role: body.role } : {}),
      email,
      audience,
      passwordHash,
      metadata: body.user_metadata ?? {},
      confirmedAt: body.email_confirm ? now : null,
      now,
    })
    await audit(tx, 'auth.user_signedup', { type: 'user', id: created.id }, { provider: 'email' })
    const user = await changeAsAdmin(tx, auth, created, {
      appMetadata: body.app_metadata,
      banDuration: body.ban_duration,
    })
    return userView(user, await identitiesOf(tx, user.id))
  })
  return json(view)
}

/** GET /admin/users/{id}. */
export async function adminGetUser(auth: Auth, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const view = await inTransaction(auth, request, async (tx) => {
    const user = await requireUser(request, (id) => findUser(tx, id))
    return userView(user, await identitiesOf(tx, user.id))
  })
  return json(view)
}

/** PUT /admin/users/{id}. A new password ends all sessions; a new address counts at once. */
export async function adminUpdateUser(auth: Auth, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const body = await readBody(request.raw, adminUserBody)
  const user = await inTransaction(auth, request, (tx) => requireUser(request, (id) => findUser(tx, id)))
  const email = body.email ? requireEmail(body.email) : null
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (body.password !== null) {
    const weakness = passwordWeakness(body.password, { email: user.email }, auth.settings.passwordMinLength)
    if (weakness) throw weakPassword(weakness)
  }
  const passwordHash = body.password === null ? null : await auth.hasher.hash(body.password)
  const view = await inTransaction(auth, request, async (tx) => {
    const current = await requireUser(request, (id) => findUser(tx, id))
    const changed = await changeAsAdmin(tx, auth, current, {
      email,
      passwordHash,
      confirmEmail: body.email_confirm,
      role: body.role,
      userMetadata: body.user_metadata,
      appMetadata: body.app_metadata,
      banDuration: body.ban_duration,
    })
    await audit(tx, 'auth.user_modified', { type: 'user', id: changed.id })
    return userView(changed, await identitiesOf(tx, changed.id))
  })
  return json(view)
}

/** DELETE /admin/users/{id}; `should_soft_delete` keeps the row without anything that tells who it was. */
export async function adminDeleteUser(auth: Auth, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const body = await readBody(request.raw, deleteBody, {})
  await inTransaction(auth, request, async (tx) => {
    const user = await requireUser(request, (id) => findUser(tx, id))
    await audit(tx, 'auth.user_deleted', { type: 'user', id: user.id }, { soft: body.should_soft_delete })
    await removeUser(tx, user, { soft: body.should_soft_delete, now: auth.services.clock.now() })
  })
  return json({})
}

async function requireUser(
  request: AuthRequest,
  find: (id: string) => Promise<UserRow | null>,
): Promise<UserRow> {
  const id = request.params[0] ?? ''
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await find(id)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}
