import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, emailExists, invalid } from '#server/auth/errors.ts'
import { requireEmail } from '#server/auth/http/addresses.ts'
import { optionalMetadata, readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceForNew, json, requestedRedirects } from '#server/auth/http/request.ts'
import { verifyLinkOf } from '#server/auth/one-time-tokens/confirm-link.ts'
import { issueOneTimeToken, type TokenKind } from '#server/auth/one-time-tokens/one-time-tokens.ts'
import { requireAcceptablePassword } from '#server/auth/passwords/policy.ts'
import { identitiesOf } from '#server/auth/people/identities.ts'
import { requireSmallMetadata } from '#server/auth/people/metadata.ts'
import { insertEmailUser } from '#server/auth/people/new-users.ts'
import { beginUserCreation, type UserCreation } from '#server/auth/people/user-creation.ts'
import { userView } from '#server/auth/people/user-view.ts'
import {
  findUserByEmail,
  isConfirmed,
  lockUser,
  mergeMetadata,
  updateUser,
} from '#server/auth/people/users.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import type { UserRow } from '#server/auth/rows.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const linkBody = z.object({
  type: text,
  email: text,
  password: text,
  new_email: text,
  data: optionalMetadata,
  redirect_to: text,
})

const kinds: Record<string, { kind: TokenKind; linkType: string }> = {
  signup: { kind: 'confirmation', linkType: 'signup' },
  invite: { kind: 'confirmation', linkType: 'invite' },
  magiclink: { kind: 'recovery', linkType: 'magiclink' },
  recovery: { kind: 'recovery', linkType: 'recovery' },
  email_change_current: { kind: 'email_change_current', linkType: 'email_change' },
  email_change_new: { kind: 'email_change_new', linkType: 'email_change' },
}

const mayCreate = ['signup', 'invite', 'magiclink']

/** Validated; addresses in lower case. */
interface LinkRequest {
  type: string
  email: string
  newEmail: string
  audience: string
  data: Record<string, unknown> | null
  passwordHash: string | null
  /** Null for types that create no account. */
  creation: UserCreation | null
}

/**
 * For programs that send their own mails (docs/contracts/auth.md 3.7). `action_link` leads to GET /verify; `hashed_token`
 * also works with our confirm page.
 */
export async function generateLink(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, linkBody)
  const { settings, services } = auth
  if (!Object.hasOwn(kinds, body.type)) {
    throw invalid(`Invalid email action link type requested: ${body.type.slice(0, 40)}`)
  }
  if (body.type === 'email_change_current' && !settings.secureEmailChange) {
    throw invalid('Enable secure email change to generate link for current email')
  }
  const email = requireEmail(body.email)
  const isEmailChange = body.type.startsWith('email_change')
  requireSmallMetadata(body.data ?? {})
  const wanted: LinkRequest = {
    type: body.type,
    email,
    newEmail: isEmailChange ? requireEmail(body.new_email) : '',
    audience: audienceForNew(request, settings),
    data: body.data,
    passwordHash: body.type === 'signup' ? await signUpHash(auth, email, body.password) : null,
    creation: mayCreate.includes(body.type)
      ? await beginUserCreation(auth, request, { email, metadata: body.data ?? {}, provider: 'email' })
      : null,
  }
  const answer = await retryIfTaken(() =>
    inTransaction(auth, request, async (tx) => {
      const targets = [body.redirect_to || null, ...requestedRedirects(request)]
      const { url: redirectTo } = await resolveRedirect(tx, services.config, settings, targets)
      const { user, type, token } = await issueLink(tx, auth, wanted)
      return {
        ...userView(user, await identitiesOf(tx, user.id)),
        action_link: verifyLinkOf(settings.issuer, {
          linkToken: token.linkToken,
          type: kinds[type]?.linkType ?? type,
          redirectTo,
        }),
        email_otp: token.code,
        hashed_token: token.linkToken,
        verification_type: type,
        redirect_to: redirectTo,
      }
    }),
  )
  return json(answer)
}

async function signUpHash(auth: Auth, email: string, password: string): Promise<string> {
  if (password === '') throw invalid('Signup requires a valid password')
  requireAcceptablePassword(password, { email }, auth.settings)
  return auth.hasher.hash(password)
}

async function issueLink(tx: Tx, auth: Auth, wanted: LinkRequest) {
  const known = await findUserByEmail(tx, wanted.email, wanted.audience)
  if (known && ['signup', 'invite'].includes(wanted.type) && isConfirmed(known)) throw emailExists()
  if (known) await lockUser(tx, known.id)
  const type = wanted.type === 'magiclink' && !known ? 'signup' : wanted.type
  const user = await prepareUser(tx, auth, { ...wanted, type }, known)
  const { linkSeconds, inviteLinkSeconds, codeSeconds } = auth.settings
  const token = await issueOneTimeToken(tx, {
    userId: user.id,
    kind: kinds[type]?.kind ?? 'confirmation',
    address: type === 'email_change_new' ? wanted.newEmail : wanted.email,
    now: auth.services.clock.now(),
    lifeSeconds: { link: type === 'invite' ? inviteLinkSeconds : linkSeconds, code: codeSeconds },
  })
  return { user, type, token }
}

async function prepareUser(tx: Tx, auth: Auth, wanted: LinkRequest, known: UserRow | null): Promise<UserRow> {
  const now = auth.services.clock.now()
  const { type, email, audience, passwordHash, data, creation } = wanted
  let user = known
  if (!user && creation) {
    const metadata = data ?? {}
    const person = { email, audience, passwordHash, metadata, metadataAsGiven: true, creation, now }
    user = await insertEmailUser(tx, person)
  }
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  const subject = { type: 'user', id: user.id }
  if (type === 'signup' || type === 'invite') {
    if (known && type === 'signup' && data) {
      user = await mergeMetadata(tx, user.id, 'user_metadata', data, now)
    }
    const action = type === 'invite' ? 'auth.user_invited' : 'auth.user_confirmation_requested'
    await audit(tx, action, subject, { via: 'generate_link' })
    const invited = type === 'invite' ? { invited_at: now } : {}
    return updateUser(tx, user.id, { confirmation_sent_at: now, ...invited }, now)
  }
  if (type === 'magiclink' || type === 'recovery') {
    await audit(tx, 'auth.user_recovery_requested', subject, { via: 'generate_link' })
    return updateUser(tx, user.id, { recovery_sent_at: now }, now)
  }
  const owner = await findUserByEmail(tx, wanted.newEmail, audience)
  if (owner && owner.id !== user.id) throw emailExists()
  await audit(tx, 'auth.user_modified', subject, { via: 'generate_link', waiting: 'email' })
  // links of an earlier change must not complete this one
  const isSameChange = user.new_email === wanted.newEmail
  if (!isSameChange) {
    await tx
      .deleteFrom('auth.one_time_tokens')
      .where('user_id', '=', user.id)
      .where('kind', 'in', ['email_change_new', 'email_change_current'])
      .execute()
  }
  const half = isSameChange ? user.email_change_half : 0
  const changes = { new_email: wanted.newEmail, email_change_half: half, email_change_sent_at: now }
  return updateUser(tx, user.id, changes, now)
}
