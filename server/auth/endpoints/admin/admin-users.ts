import * as z from 'zod/mini'
import { changeAsAdmin } from '#server/auth/accounts/admin-change.ts'
import { removeUser } from '#server/auth/accounts/remove-user.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { emailExists, invalid, phoneExists, weakPassword } from '#server/auth/errors.ts'
import { importProblem } from '#server/auth/hashing/imported-hash.ts'
import { requireEmail, requirePhone } from '#server/auth/http/addresses.ts'
import {
  flag,
  optionalMetadata,
  optionalObject,
  optionalText,
  readBody,
  text,
} from '#server/auth/http/body.ts'
import { isUuid, nilUuid } from '#server/auth/http/is-uuid.ts'
import { pageOf, pagingHeaders } from '#server/auth/http/paging.ts'
import { type AuthRequest, audienceForNew, audienceOf, json } from '#server/auth/http/request.ts'
import { passwordWeakness } from '#server/auth/passwords/policy.ts'
import { factorsOf } from '#server/auth/people/factors-of.ts'
import { identitiesOf } from '#server/auth/people/identities.ts'
import { listUsers } from '#server/auth/people/list-users.ts'
import { requireNamedUser } from '#server/auth/people/named-user.ts'
import { insertEmailUser, insertPhoneUser } from '#server/auth/people/new-users.ts'
import { beginUserCreation } from '#server/auth/people/user-creation.ts'
import { userView } from '#server/auth/people/user-view.ts'
import { findUserByEmail, findUserByPhone, findUserOrDeleted } from '#server/auth/people/users.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'

const adminUserBody = z.object({
  id: text,
  aud: text,
  role: text,
  email: text,
  phone: text,
  password: optionalText,
  password_hash: text,
  email_confirm: flag(false),
  phone_confirm: flag(false),
  user_metadata: optionalMetadata,
  app_metadata: optionalObject,
  ban_duration: text,
})

const deleteBody = z.object({ should_soft_delete: flag(false) })

/** docs/contracts/auth.md 3.7 */
export async function adminListUsers(auth: Auth, request: AuthRequest): Promise<Response> {
  const audience = audienceOf(request, auth.settings)
  const page = pageOf(request)
  const { users, total } = await inTransaction(auth, request, (tx) => listUsers(tx, { ...page, audience }))
  return json(
    { users: users.map(({ user, identities }) => userView(user, identities)), aud: audience },
    { headers: pagingHeaders(request, page, total) },
  )
}

/** Sends nothing and does not check the password's strength. */
export async function adminCreateUser(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, adminUserBody)
  if (!body.email && !body.phone) throw invalid('Cannot create a user without either an email or phone')
  requireOnePassword(body)
  if (body.id && !isUuid(body.id)) throw invalid('ID must be a valid UUID v4')
  if (body.id === nilUuid) throw invalid('ID cannot be a nil uuid')
  requireImportable(body.password_hash)
  const email = body.email ? requireEmail(body.email) : null
  const phone = body.phone ? requirePhone(body.phone) : null
  const audience = audienceForNew(request, auth.settings, body.aud)
  const passwordHash = body.password ? await auth.hasher.hash(body.password) : body.password_hash || null
  const metadata = body.user_metadata ?? {}
  const provider = email ? 'email' : 'phone'
  const asked = { email: email ?? '', phone: phone ?? '', metadata, provider }
  const creation = await beginUserCreation(auth, request, asked)
  const view = await inTransaction(auth, request, async (tx) => {
    if (email && (await findUserByEmail(tx, email, audience))) throw emailExists()
    if (phone && (await findUserByPhone(tx, phone, audience))) throw phoneExists()
    const now = auth.services.clock.now()
    const person = {
      ...(body.id ? { id: body.id } : {}),
      ...(body.role ? { role: body.role } : {}),
      audience,
      passwordHash,
      metadata,
      metadataAsGiven: true,
      creation,
      now,
    }
    const created = email
      ? await insertEmailUser(tx, { ...person, email })
      : await insertPhoneUser(tx, { ...person, phone: phone ?? '' })
    await audit(tx, 'auth.user_signedup', { type: 'user', id: created.id }, { provider })
    const user = await changeAsAdmin(tx, auth, created, {
      phone,
      confirmEmail: email !== null && body.email_confirm,
      confirmPhone: phone !== null && body.phone_confirm,
      appMetadata: body.app_metadata,
      banDuration: body.ban_duration,
    })
    return userView(user, await identitiesOf(tx, user.id))
  })
  return json(view)
}

export async function adminGetUser(auth: Auth, request: AuthRequest): Promise<Response> {
  const view = await inTransaction(auth, request, async (tx) => {
    const user = await requireNamedUser(tx, request, findUserOrDeleted)
    return userView(user, await identitiesOf(tx, user.id), await factorsOf(tx, user.id))
  })
  return json(view)
}

/** A new password ends all sessions; a new address takes effect immediately. */
export async function adminUpdateUser(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, adminUserBody)
  requireOnePassword(body)
  requireImportable(body.password_hash)
  const user = await inTransaction(auth, request, (tx) => requireNamedUser(tx, request))
  const email = body.email ? requireEmail(body.email) : null
  const phone = body.phone ? requirePhone(body.phone) : null
  if (body.password !== null) {
    const weakness = passwordWeakness(body.password, { email: user.email }, auth.settings)
    if (weakness) throw weakPassword(weakness)
  }
  const passwordHash =
    body.password === null ? body.password_hash || null : await auth.hasher.hash(body.password)
  const view = await inTransaction(auth, request, async (tx) => {
    const current = await requireNamedUser(tx, request)
    const changed = await changeAsAdmin(tx, auth, current, {
      email,
      phone,
      passwordHash,
      confirmEmail: body.email_confirm,
      confirmPhone: body.phone_confirm,
      role: body.role,
      userMetadata: body.user_metadata,
      appMetadata: body.app_metadata,
      banDuration: body.ban_duration,
    })
    await audit(tx, 'auth.user_modified', { type: 'user', id: changed.id })
    return userView(changed, await identitiesOf(tx, changed.id), await factorsOf(tx, changed.id))
  })
  return json(view)
}

/** `should_soft_delete` retains an anonymized row, which can be deleted later. */
export async function adminDeleteUser(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, deleteBody, {})
  await inTransaction(auth, request, async (tx) => {
    const user = await requireNamedUser(tx, request, findUserOrDeleted)
    await audit(tx, 'auth.user_deleted', { type: 'user', id: user.id }, { soft: body.should_soft_delete })
    await removeUser(tx, user, { soft: body.should_soft_delete, now: auth.services.clock.now() })
  })
  return json({})
}

function requireOnePassword(body: { password: string | null; password_hash: string }): void {
  if (body.password && body.password_hash) {
    throw invalid('Only a password or a password hash should be provided')
  }
}

function requireImportable(hash: string): void {
  const problem = hash && importProblem(hash)
  if (problem) throw invalid(problem)
}
