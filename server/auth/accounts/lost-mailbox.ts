import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import {
  type AddressChangeObstacle,
  type OwnAddressChange,
  objectionDays,
  secondStepAgeDays,
} from '#domain/account/address-change.ts'
import { freshProofMinutes } from '#domain/account/fresh-proof.ts'
import { AppError } from '#domain/errors.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { LostMailbox } from '#server/clinic/accounts.ts'
import { audit } from '#server/clinic/audit.ts'
import {
  addressChangeCodeMail,
  addressChangedMail,
  addressChangeNoticeMail,
} from '#server/emails/auth/account-mails.ts'
import { readBrand } from '#server/emails/sender-clinic.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, ssoManaged } from '../errors.ts'
import { clinicOfPerson } from '../mails/clinic-of-person.ts'
import { startMailCooldown } from '../mails/mail-cooldown.ts'
import { sendAddressTaken, takeMailBudget } from '../mails/mails.ts'
import { consumeCode, issueOneTimeToken } from '../one-time-tokens/one-time-tokens.ts'
import { clearWrongPasswords, requirePassword } from '../passwords/fresh-proof.ts'
import { type AddressChange, openAddressChange, settleAddressChange } from '../people/address-changes.ts'
import { findUserByEmail, isConfirmed, lockUser } from '../people/users.ts'
import type { Person, UserRow } from '../rows.ts'
import { loadPerson } from '../sessions/bearer.ts'
import { endSessions } from '../sessions/sessions.ts'
import { actAs, inTransaction } from '../transaction.ts'
import { moveToAddress } from './confirm.ts'

type Changing = Pick<Auth, 'services' | 'settings' | 'hasher' | 'sessionClock'>

/** A change to another address without the old mailbox, as `Accounts.lostMailbox` (docs/decisions/0178). */
export function lostMailbox(auth: Changing): LostMailbox {
  return {
    current: (caller) => inTransaction(auth, caller, (tx) => current(tx, auth, caller)),
    request: (caller, given) => request(auth, caller, given),
    sendCode: (caller, origin) =>
      inTransaction(auth, caller, async (tx) => {
        const { user, change } = await requireOpen(tx, auth, caller)
        if (!change.proven_at) await mailCode(tx, auth, user, change, origin)
      }),
    prove: (caller, given) => prove(auth, caller, given),
    cancel: (caller) =>
      inTransaction(auth, caller, async (tx) => {
        const { user } = await requireOpen(tx, auth, caller)
        await settleAddressChange(tx, user.id, 'canceled', auth.services.clock.now())
        await audited(tx, user, 'auth.address_change_canceled')
      }),
    stop: (caller, token) => inTransaction(auth, caller, (tx) => stop(tx, auth, caller, token)),
  }
}

async function current(tx: Tx, auth: Changing, caller: Caller): Promise<OwnAddressChange> {
  const person = await personOf(tx, auth, caller)
  const change = await openAddressChange(tx, person.user.id)
  return {
    obstacle: await obstacleOf(tx, auth, person.user),
    pending: change && {
      newEmail: change.new_email,
      effectiveAt: change.effective_at.toISOString(),
      isProven: change.proven_at !== null,
    },
  }
}

async function obstacleOf(tx: Tx, auth: Changing, user: UserRow): Promise<AddressChangeObstacle | null> {
  if (user.is_sso) return 'managed_elsewhere'
  if (!isConfirmed(user) || !user.email) return 'unproven'
  const since = await factorSince(tx, user.id)
  if (!since) return 'no_second_step'
  return since > setUpBefore(auth) ? 'second_step_new' : null
}

/** When the person's oldest factor was set up; recovery codes count from when they were last made. */
async function factorSince(tx: Tx, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(case factor_type when 'recovery_code' then updated_at else created_at end) as since
      from auth.mfa_factors where user_id = ${userId} and status = 'verified'`.execute(tx)
  return rows[0]?.since ?? null
}

const setUpBefore = (auth: Changing) =>
  new Date(auth.services.clock.now().getTime() - secondStepAgeDays * dayMs)

async function request(
  auth: Changing,
  caller: Caller,
  given: Parameters<LostMailbox['request']>[1],
): Promise<void> {
  const person = await inTransaction(auth, caller, async (tx) => {
    const found = await personOf(tx, auth, caller)
    await requireSecondStep(tx, auth, found)
    return found
  })
  const password = { password: given.currentPassword, act: 'changing the email without the old mailbox' }
  await requirePassword(auth, caller, person, password)
  await inTransaction(auth, caller, async (tx) => {
    const now = auth.services.clock.now()
    const user = await lockUser(tx, person.user.id)
    if (
      !user?.email ||
      user.email !== person.user.email ||
      user.password_hash !== person.user.password_hash
    ) {
      throw new AuthError(409, 'conflict', 'The account was changed by another request')
    }
    await actAs(tx, user.id)
    await clearWrongPasswords(tx, user.id)
    const seconds = auth.settings.mailIntervalSeconds
    await startMailCooldown(tx, { kind: 'email_change', address: user.email, now, seconds })
    await settleAddressChange(tx, user.id, 'replaced', now)
    const token = randomBytes(24).toString('hex')
    const effectiveAt = new Date(now.getTime() + objectionDays * dayMs)
    const change = await tx
      .insertInto('auth.address_changes')
      .values({
        user_id: user.id,
        old_email: user.email,
        new_email: given.newEmail,
        objection_hash: hashOf(token),
        requested_at: now,
        effective_at: effectiveAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audited(tx, user, 'auth.address_change_requested')
    const stopLink = new URL(withQuery(paths.stopAddressChange, { token }), given.origin).href
    const to = await toOf(tx, auth, user, user.email)
    await auth.services.mailer.queue(
      tx,
      addressChangeNoticeMail({ ...to, newEmail: given.newEmail, at: effectiveAt, stopLink }),
    )
    await mailCode(tx, auth, user, change, given.origin)
  })
}

/**
 * A factor set up recently may be that of a stranger who has the password.
 * @throws AppError `second_step_missing`, `second_step_new`, `fresh_proof_required`; AuthError for accounts that cannot
 */
async function requireSecondStep(tx: Tx, auth: Changing, { user, session }: Person): Promise<void> {
  const obstacle = await obstacleOf(tx, auth, user)
  if (obstacle === 'managed_elsewhere') throw ssoManaged()
  if (obstacle === 'unproven') throw new AppError('email_not_confirmed')
  if (obstacle === 'no_second_step') throw new AppError('second_step_missing')
  if (obstacle === 'second_step_new') throw new AppError('second_step_new')
  const { rows } = await sql`
    select from auth.session_methods m join auth.mfa_factors f on f.id = m.factor_id
     where m.session_id = ${session.id}
       and m.used_at > clock_timestamp() - make_interval(mins => ${freshProofMinutes})
       and case f.factor_type when 'recovery_code' then f.updated_at else f.created_at end <= ${setUpBefore(auth)}`.execute(
    tx,
  )
  if (rows.length === 0) throw new AppError('fresh_proof_required')
}

/** The owner of a taken address gets a notice instead, and the change can never be proven. */
async function mailCode(
  tx: Tx,
  auth: Changing,
  user: UserRow,
  change: AddressChange,
  origin: string,
): Promise<void> {
  const { services, settings } = auth
  const now = services.clock.now()
  const email = change.new_email
  const seconds = settings.mailIntervalSeconds
  await startMailCooldown(tx, { kind: 'confirmation', address: email, now, seconds })
  await takeMailBudget(tx, auth)
  const owner = await findUserByEmail(tx, email, user.aud)
  if (owner && owner.id !== user.id) {
    const clinic = await clinicOfPerson(tx, user.id)
    return sendAddressTaken(tx, auth, { email, target: { url: origin, clinic } })
  }
  const lifeSeconds = { link: null, code: settings.codeSeconds }
  const token = { userId: user.id, kind: 'address_change', address: email, now, lifeSeconds } as const
  const { code } = await issueOneTimeToken(tx, token)
  await services.mailer.queue(tx, addressChangeCodeMail({ ...(await toOf(tx, auth, user, email)), code }))
}

async function prove(auth: Changing, caller: Caller, given: { code: string }): Promise<{ isDone: boolean }> {
  return inTransaction(auth, caller, async (tx) => {
    const now = auth.services.clock.now()
    const { user, change } = await requireOpen(tx, auth, caller)
    const attempt = { userId: user.id, kinds: ['address_change' as const], address: change.new_email }
    const token = await consumeCode(tx, { ...attempt, ...given, now, tries: auth.settings.codeTries })
    // returned, so that the failed attempt is committed
    if (!token) return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
    await audited(tx, user, 'auth.address_change_proven')
    const proven = await tx
      .updateTable('auth.address_changes')
      .set({ proven_at: now })
      .where('id', '=', change.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { isDone: await takeEffect(tx, auth, user, proven) }
  })
}

/** Applies a proven change after the time to object. @returns whether the address changed */
export async function takeEffect(
  tx: Tx,
  auth: Pick<Auth, 'services'>,
  user: UserRow,
  change: AddressChange,
): Promise<boolean> {
  const now = auth.services.clock.now()
  if (!change.proven_at || change.effective_at > now) return false
  await actAs(tx, user.id)
  const owner = await findUserByEmail(tx, change.new_email, user.aud)
  const isTaken = owner !== null && owner.id !== user.id
  if (isTaken || user.email !== change.old_email) {
    await settleAddressChange(tx, user.id, isTaken ? 'taken' : 'outdated', now)
    return false
  }
  await moveToAddress(tx, user, change.new_email, now)
  await settleAddressChange(tx, user.id, 'done', now)
  await audited(tx, user, 'auth.address_change_done')
  const to = await toOf(tx, auth, user, change.old_email)
  const signInLink = new URL(paths.login, auth.services.config.mainOrigin).href
  await auth.services.mailer.queue(tx, addressChangedMail({ ...to, newEmail: change.new_email, signInLink }))
  return true
}

/** The link of an earlier request stops the newest one too. */
async function stop(tx: Tx, auth: Changing, caller: Caller, token: string): Promise<void> {
  const change = await tx
    .selectFrom('auth.address_changes')
    .selectAll()
    .where('objection_hash', '=', hashOf(token))
    .executeTakeFirst()
  const user = change && (await lockUser(tx, change.user_id))
  if (!change || !user) throw new AppError('address_change_unknown')
  await actAs(tx, user.id)
  const isStopped = await settleAddressChange(tx, user.id, 'objected', auth.services.clock.now())
  if (!isStopped) {
    if (user.email !== change.old_email) throw new AppError('address_change_done')
    return
  }
  const own = caller.userId === user.id ? caller.sessionId : null
  await endSessions(tx, user.id, own ? { except: own } : {})
  await audited(tx, user, 'auth.address_change_objected')
}

async function requireOpen(
  tx: Tx,
  auth: Changing,
  caller: Caller,
): Promise<{ user: UserRow; change: AddressChange }> {
  const { user } = await personOf(tx, auth, caller)
  const locked = await lockUser(tx, user.id)
  const change = await openAddressChange(tx, user.id)
  if (!locked || !change) throw new AppError('address_change_missing')
  await actAs(tx, user.id)
  return { user: locked, change }
}

const personOf = (tx: Tx, auth: Changing, { userId, sessionId }: Caller) =>
  loadPerson(tx, auth, { sub: userId ?? '', session_id: sessionId ?? '' })

async function toOf(tx: Tx, { services }: Pick<Auth, 'services'>, user: UserRow, to: string) {
  const clinic = await clinicOfPerson(tx, user.id)
  const clinicId = clinic?.id ?? null
  return { to, brand: await readBrand(tx, services.config, clinicId), clinicId }
}

const audited = (tx: Tx, user: UserRow, action: `auth.${string}`) =>
  audit(tx, action, { type: 'user', id: user.id })

const hashOf = (token: string) => createHash('sha256').update(token).digest()
