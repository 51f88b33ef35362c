import * as z from 'zod/mini'
import { confirmEmailChange, confirmPhoneChange } from '#server/auth/accounts/confirm.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid, phoneExists, ssoManaged } from '#server/auth/errors.ts'
import { type Challenge, readChallenge, startFlow } from '#server/auth/flows/flow-states.ts'
import { requireEmail, requirePhone } from '#server/auth/http/addresses.ts'
import { atLeast } from '#server/auth/http/at-least.ts'
import { optionalMetadata, optionalObject, optionalText, readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceOf, json, requestedRedirects } from '#server/auth/http/request.ts'
import { startMailCooldown } from '#server/auth/mails/mail-cooldown.ts'
import { sendEmailChange, takeMailBudget } from '#server/auth/mails/mails.ts'
import { preparePasswordChange, storePassword } from '#server/auth/passwords/change.ts'
import { requireFreshProof } from '#server/auth/passwords/fresh-proof.ts'
import { requireAcceptablePassword } from '#server/auth/passwords/policy.ts'
import { factorsOf } from '#server/auth/people/factors-of.ts'
import { identitiesOf } from '#server/auth/people/identities.ts'
import { metadataOf, requireSmallMetadata } from '#server/auth/people/metadata.ts'
import { userView } from '#server/auth/people/user-view.ts'
import {
  findUserByPhone,
  mergeMetadata,
  requireProvenAddress,
  updateUser,
} from '#server/auth/people/users.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import type { Person, UserRow } from '#server/auth/rows.ts'
import { lacksSecondStep } from '#server/auth/sessions/assurance.ts'
import { loadPerson, requireClaims } from '#server/auth/sessions/bearer.ts'
import { requireChannel } from '#server/auth/sms/channel.ts'
import { sendPhoneCode } from '#server/auth/sms/phone-codes.ts'
import { startSmsCooldown, takeSmsBudget } from '#server/auth/sms/sms-limits.ts'
import { isAdminRole } from '#server/auth/tokens/admin-roles.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const userBody = z.object({
  email: text,
  phone: text,
  password: optionalText,
  nonce: text,
  current_password: text,
  data: optionalMetadata,
  app_metadata: optionalObject,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
})

type UserBody = z.infer<typeof userBody>

export async function getUser(auth: Auth, request: AuthRequest): Promise<Response> {
  const claims = await requireClaims(auth, request)
  if (audienceOf(request, auth.settings, String(claims.aud)) !== claims.aud) {
    throw invalid("Token audience doesn't match request audience")
  }
  const view = await inTransaction(auth, request, async (tx) => {
    const { user } = await loadPerson(tx, auth, claims)
    const [identities, factors] = await Promise.all([identitiesOf(tx, user.id), factorsOf(tx, user.id)])
    return userView(user, identities, factors)
  })
  return json(view)
}

/** docs/contracts/auth.md 3.4 */
export async function updateUserEndpoint(auth: Auth, request: AuthRequest): Promise<Response> {
  const claims = await requireClaims(auth, request)
  const { person, isLow } = await inTransaction(auth, request, async (tx) => {
    const person = await loadPerson(tx, auth, claims)
    const { user, session } = person
    return { person, isLow: await lacksSecondStep(tx, { userId: user.id, sessionId: session.id }) }
  })
  const body = await readBody(request.raw, userBody)
  const change = checkChange(auth, person.user, body, isLow)
  await inTransaction(auth, request, (tx) => checkPhoneOwner(tx, person.user, change))
  if (body.password !== null) await requireFreshProof(auth, request, person, { for: 'password', ...body })
  else if (change.email || change.phone) {
    await requireFreshProof(auth, request, person, { for: 'address', ...body })
  }
  // hashing takes time: outside of any transaction
  const password = body.password === null ? null : await preparePasswordChange(auth, person, body.password)

  // hides whether the new address is known (docs/contracts/auth.md D20)
  const leastMs = change.email ? auth.settings.addressAnswerMs : 0
  const apply = () =>
    inTransaction(auth, request, async (tx) => {
      const current = await loadPerson(tx, auth, claims)
      await actAs(tx, current.user.id)
      if (change.email && !confirmsAtOnce(auth, current.user))
        await startMailCooldowns(tx, auth, current.user)
      if (change.phone && !auth.settings.phoneAutoconfirm) {
        await startSmsCooldown(tx, auth, change.phone)
        await takeSmsBudget(tx, auth)
      }
      if (password) await storePassword(tx, auth, current, password)
      const user = await applyChange(tx, auth, request, current, { ...change, body })
      await audit(tx, 'auth.user_modified', { type: 'user', id: user.id })
      return userView(user, await identitiesOf(tx, user.id), await factorsOf(tx, user.id))
    })
  return json(await atLeast(leastMs, apply))
}

interface Change {
  /** In lower case; null: unchanged. */
  email: string | null
  /** Digits only; null: unchanged. */
  phone: string | null
  challenge: Challenge | null
}

/** @param isLow whether the person has a second factor that this session has not used */
function checkChange(auth: Auth, user: UserRow, body: UserBody, isLow: boolean): Change {
  const email = body.email ? requireEmail(body.email) : null
  const phone = body.phone ? requirePhone(body.phone) : null
  if (phone) requireChannel(body.channel)
  const challenge = readChallenge(body)
  if (body.data) requireSmallMetadata({ ...metadataOf(user.user_metadata), ...body.data })
  if (body.password !== null) requireAcceptablePassword(body.password, { email: user.email }, auth.settings)
  if (body.app_metadata && !isAdminRole(user.role)) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const changesAddress = email !== null && email !== user.email
  const changesNumber = phone !== null && phone !== user.phone
  if (isLow && (body.password || changesAddress || changesNumber)) {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }
  if (user.is_anonymous && body.password && !email && !phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (user.is_sso && (body.password || changesAddress || body.phone || body.nonce)) {
    throw ssoManaged()
  }
  // a stranger must not move an account away from the address that its owner will prove
  if (changesAddress || changesNumber) requireProvenAddress(user)
  if (changesNumber && !auth.settings.phoneProvider) {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  return { email: changesAddress ? email : null, phone: changesNumber ? phone : null, challenge }
}

async function checkPhoneOwner(tx: Tx, user: UserRow, { phone }: Change): Promise<void> {
  const holder = phone && (await findUserByPhone(tx, phone, user.aud))
  if (holder && holder.id !== user.id) throw phoneExists()
}

/** An anonymous person's first address is confirmed like a sign-up's. */
function confirmsAtOnce({ settings }: Auth, user: UserRow): boolean {
  return settings.mailAutoconfirm && user.is_anonymous
}

async function startMailCooldowns(tx: Tx, auth: Auth, user: UserRow): Promise<void> {
  await startMailCooldown(tx, {
    kind: 'email_change',
    address: user.email ?? user.id,
    now: auth.services.clock.now(),
    seconds: auth.settings.mailIntervalSeconds,
  })
  await takeMailBudget(tx, auth)
}

async function applyChange(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  person: Person,
  change: Change & { body: UserBody },
): Promise<UserRow> {
  const { services, settings } = auth
  const { body, email, phone, challenge } = change
  const now = services.clock.now()
  let user = person.user
  if (body.data) user = await mergeMetadata(tx, user.id, 'user_metadata', body.data, now)
  if (body.app_metadata) user = await mergeMetadata(tx, user.id, 'app_metadata', body.app_metadata, now)
  if (email && confirmsAtOnce(auth, user)) {
    user = await updateUser(tx, user.id, { new_email: email }, now)
    user = (await confirmEmailChange(tx, auth, user)) ?? user
  } else if (email) {
    const target = await resolveRedirect(tx, services.config, settings, requestedRedirects(request))
    const flow = { userId: user.id, challenge, authenticationMethod: 'email_change', now }
    const flowStateId = await startFlow(tx, flow)
    user = await sendEmailChange(tx, auth, { user, newEmail: email, target, flowStateId })
  }
  if (phone) {
    user = await updateUser(tx, user.id, { new_phone: phone }, now)
    user = auth.settings.phoneAutoconfirm
      ? await confirmPhoneChange(tx, auth, user)
      : (await sendPhoneCode(tx, auth, { user, phone, template: 'phone-change' })).user
  }
  return user
}
