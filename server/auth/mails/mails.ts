import { paths } from '#domain/paths.ts'
import {
  addressTakenMail,
  alreadyRegisteredMail,
  reauthenticationMail,
} from '#server/emails/auth/account-mails.ts'
import {
  confirmSignUpMail,
  emailChangeCurrentMail,
  emailChangeNewMail,
  inviteMail,
  type LinkMail,
  magicLinkMail,
  recoveryMail,
} from '#server/emails/auth/confirmation-mails.ts'
import { readBrand } from '#server/emails/sender-clinic.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { takeToken } from '#server/platform/rate-limits.ts'
import type { Auth } from '../context/auth.ts'
import type { AuthSettings } from '../context/settings.ts'
import { AuthError } from '../errors.ts'
import { confirmLink, type LinkType, verifyLinkOf } from '../one-time-tokens/confirm-link.ts'
import {
  clearOneTimeTokensOf,
  issueOneTimeToken,
  type TokenKind,
} from '../one-time-tokens/one-time-tokens.ts'
import { findUserByEmail, lockUser, updateUser } from '../people/users.ts'
import type { RedirectTarget } from '../redirects/redirects.ts'
/**
 * Each function queues the mail in the caller's transaction (docs/contracts/auth.md D8), so that an unreachable mail server
 * changes neither the answer nor its timing.
 */
import type { UserRow } from '../rows.ts'
import { clinicOfPerson } from './clinic-of-person.ts'
import { type MailAction, queueMail } from './mail-hook.ts'

type Sender = Pick<Auth, 'services' | 'settings'>

interface Recipient {
  user: Pick<UserRow, 'id'>
  email: string
  target: RedirectTarget
  flowStateId?: string | null
  /** Retained by a confirmation (`identity:ID`, `sign-in-link`); empty for the person's own sign-up. */
  scope?: string
}

/**
 * Counts against the hourly limits of the installation and of the clinic.
 * @throws AuthError 429 `over_email_send_rate_limit`
 */
export async function takeMailBudget(
  tx: Tx,
  { settings }: Sender,
  clinic: { id: string } | null = null,
): Promise<void> {
  const budgets = [
    { bucket: 'mails', key: 'all', perHour: settings.mailsPerHour },
    { bucket: 'mails-clinic', key: clinic?.id ?? '', perHour: clinic && settings.mailsPerClinicPerHour },
  ]
  for (const { perHour, ...bucket } of budgets) {
    if (perHour === null) continue
    const limit = { burst: perHour, perSeconds: 3600 / perHour }
    const { allowed } = await takeToken(tx, { ...bucket, limit })
    if (!allowed) throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
  }
}

/** @param write the mail around the link, by default that of a sign-up */
export async function sendConfirmation(
  tx: Tx,
  sender: Sender,
  to: Recipient,
  write: (mail: LinkMail) => Mail = confirmSignUpMail,
): Promise<UserRow> {
  const { linkSeconds, codeSeconds } = sender.settings
  const life = { link: linkSeconds, code: codeSeconds }
  // the confirm page requests a password for a sign-up only
  const pageType = to.scope ? 'email' : 'signup'
  const mail = await issue(tx, sender, to, { kind: 'confirmation', type: 'signup', pageType, life })
  await queueMail(tx, sender, write(mail), actionOf(to, 'signup', mail))
  return markSent(tx, sender, to, 'confirmation_sent_at')
}

export async function sendInvite(tx: Tx, sender: Sender, to: Recipient): Promise<UserRow> {
  const life = { link: sender.settings.inviteLinkSeconds, code: null }
  const mail = await issue(tx, sender, to, { kind: 'confirmation', type: 'invite', life })
  await queueMail(tx, sender, inviteMail(mail), actionOf(to, 'invite', mail))
  const now = sender.services.clock.now()
  return updateUser(tx, to.user.id, { invited_at: now, confirmation_sent_at: now }, now)
}

export async function sendRecovery(
  tx: Tx,
  sender: Sender,
  to: Recipient,
  type: 'recovery' | 'magiclink',
): Promise<UserRow> {
  const { linkSeconds, codeSeconds } = sender.settings
  const mail = await issue(tx, sender, to, {
    kind: 'recovery',
    type,
    life: { link: linkSeconds, code: codeSeconds },
  })
  const written = type === 'recovery' ? recoveryMail(mail) : magicLinkMail(mail)
  await queueMail(tx, sender, written, actionOf(to, type, mail))
  return markSent(tx, sender, to, 'recovery_sent_at')
}

/**
 * Sends to both mailboxes where both must confirm. The current owner of the new address gets a notice instead of a link;
 * nothing else distinguishes the two cases (docs/contracts/auth.md D20).
 */
export async function sendEmailChange(
  tx: Tx,
  sender: Sender,
  change: { user: UserRow; newEmail: string; target: RedirectTarget; flowStateId?: string | null },
): Promise<UserRow> {
  const { user, newEmail } = change
  const { linkSeconds, codeSeconds, secureEmailChange } = sender.settings
  const life = { link: linkSeconds, code: codeSeconds }
  const type = 'email_change'
  const owner = await findUserByEmail(tx, newEmail, user.aud)
  if (owner && owner.id !== user.id) {
    await clearOneTimeTokensOf(tx, user.id, 'email_change_new')
    await sendAddressTaken(tx, sender, { email: newEmail, target: change.target })
  } else {
    const toNew = { ...change, email: newEmail }
    const mail = await issue(tx, sender, toNew, { kind: 'email_change_new', type, life })
    await queueMail(tx, sender, emailChangeNewMail(mail), actionOf(toNew, 'email_change_new', mail))
  }
  if (secureEmailChange && user.email) {
    const toCurrent = { ...change, email: user.email }
    const mail = await issue(tx, sender, toCurrent, { kind: 'email_change_current', type, life })
    const written = emailChangeCurrentMail({ ...mail, newEmail })
    await queueMail(tx, sender, written, actionOf(toCurrent, 'email_change_current', mail))
  }
  const now = sender.services.clock.now()
  const changes = { new_email: newEmail, email_change_half: 0, email_change_sent_at: now }
  return updateUser(tx, user.id, changes, now)
}

export async function sendReauthentication(tx: Tx, sender: Sender, user: UserRow): Promise<void> {
  await lockUser(tx, user.id)
  const now = sender.services.clock.now()
  const email = user.email ?? ''
  const lifeSeconds = { link: null, code: sender.settings.codeSeconds }
  const token = { userId: user.id, kind: 'reauthentication', address: email, now, lifeSeconds } as const
  const { code } = await issueOneTimeToken(tx, token)
  const clinic = await clinicOfPerson(tx, user.id)
  const mail = {
    to: email,
    brand: await readBrand(tx, sender.services.config, clinic?.id ?? null),
    clinicId: clinic?.id ?? null,
    code,
  }
  const action = { userId: user.id, type: 'reauthentication', code, link: null }
  await queueMail(tx, sender, reauthenticationMail(mail), action)
  await updateUser(tx, user.id, { reauthentication_sent_at: now }, now)
}

export async function sendAlreadyRegistered(
  tx: Tx,
  sender: Pick<Sender, 'services'>,
  { email, target }: { email: string; target: RedirectTarget },
): Promise<void> {
  await sender.services.mailer.queue(
    tx,
    alreadyRegisteredMail({
      to: email,
      brand: await readBrand(tx, sender.services.config, target.clinic?.id ?? null),
      clinicId: target.clinic?.id ?? null,
      signInLink: new URL(paths.login, target.url).href,
      forgottenLink: new URL(paths.forgotPassword, target.url).href,
    }),
  )
}

/** To the owner of the address that another account asked for; changes nothing. */
export async function sendAddressTaken(
  tx: Tx,
  { services }: Pick<Sender, 'services'>,
  { email, target }: { email: string; target: RedirectTarget },
): Promise<void> {
  await services.mailer.queue(
    tx,
    addressTakenMail({
      to: email,
      brand: await readBrand(tx, services.config, target.clinic?.id ?? null),
      clinicId: target.clinic?.id ?? null,
      signInLink: new URL(paths.login, target.url).href,
    }),
  )
}

async function issue(
  tx: Tx,
  sender: Sender,
  to: Recipient,
  link: {
    kind: TokenKind
    type: LinkType
    /** As our confirm page reads it; `type` unless given. */
    pageType?: LinkType
    life: { link: number; code: number | null }
  },
): Promise<LinkMail> {
  await lockUser(tx, to.user.id)
  const clinic = to.target.clinic ?? (await clinicOfPerson(tx, to.user.id))
  const { linkToken, code } = await issueOneTimeToken(tx, {
    userId: to.user.id,
    kind: link.kind,
    scope: to.scope ?? '',
    address: to.email,
    now: sender.services.clock.now(),
    lifeSeconds: link.life,
    flowStateId: to.flowStateId ?? null,
  })
  return {
    to: to.email,
    brand: await readBrand(tx, sender.services.config, clinic?.id ?? null),
    clinicId: clinic?.id ?? null,
    link: mailedLink(sender.settings, to.target, { linkToken, ...link }),
    code: link.life.code === null ? null : code,
  }
}

function mailedLink(
  { mailedLinks, issuer, siteUrl }: AuthSettings,
  target: RedirectTarget,
  { linkToken, type, pageType = type }: { linkToken: string; type: LinkType; pageType?: LinkType },
): string {
  if (mailedLinks === 'confirm-page') {
    const page = target.isForeign ? { page: siteUrl } : {}
    return confirmLink({ linkToken, type: pageType, redirectTo: target.url, ...page })
  }
  return verifyLinkOf(issuer, { linkToken, type, redirectTo: target.url })
}

function actionOf(to: Recipient, type: string, { code, link }: LinkMail): MailAction {
  return { userId: to.user.id, type, code, link }
}

async function markSent(
  tx: Tx,
  { services }: Sender,
  to: Recipient,
  column: 'confirmation_sent_at' | 'recovery_sent_at',
): Promise<UserRow> {
  const now = services.clock.now()
  return updateUser(tx, to.user.id, { [column]: now }, now)
}
