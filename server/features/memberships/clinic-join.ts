import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { invitationHours } from '#domain/invitations/invitations.ts'
import { type ClinicJoin, clinicJoinInput } from '#domain/memberships/inputs.ts'
import {
  type Account,
  beginAccount,
  createAccount,
  findAccountByEmail,
} from '#server/auth/accounts/accounts.ts'
import { authSettings } from '#server/auth/context/settings.ts'
import { hashPassword, passwordHasher } from '#server/auth/hashing/hashing.ts'
import { queueAlreadyRegisteredMail, queueConfirmationMail } from '#server/auth/mails/mails.ts'
import { confirmLink } from '#server/auth/one-time-tokens/confirm-link.ts'
import { issueInvitationToken } from '#server/auth/one-time-tokens/one-time-tokens.ts'
import { requireStrongPassword } from '#server/auth/passwords/policy.ts'
import type { UserCreation } from '#server/auth/people/user-creation.ts'
import { networkKey } from '#server/auth/rate-limits.ts'
import type { MailClinic } from '#server/auth/redirects/redirects.ts'
import { onceMoreIfTaken } from '#server/auth/transaction.ts'
import { signInToJoinMail } from '#server/emails/invitations.ts'
import { type Ctx, outwardAction } from '#server/platform/action.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { waitAsPatient } from './wait-as-patient.ts'

interface Joiner {
  email: string
  metadata: { full_name: string; userType: 'patient' }
  passwordHash: string
  creation: UserCreation
}

/**
 * A visitor of a clinic's join page asks to become its patient. The browser signs in with the same password afterwards.
 *
 * The address is not proven by this (docs/threats.md T31): a new account may sign in, its membership waits as
 * `pending`, and confirming the address makes it active. An address that has an account keeps its password; its owner
 * gets a mail to sign in and join. Answer and time are the same in both cases.
 *
 * @throws AppError `clinic_not_found`, `weak_password`, `invalid_input`, `rate_limited`
 * @throws AuthError the refusal of the operator's hook before_user_created
 */
export const clinicJoin = outwardAction({
  name: 'clinic-join',
  input: clinicJoinInput,
  access: 'anyone',
  async run(ctx, input): Promise<{ success: true }> {
    await passwordHasher.admit(() => askToJoin(ctx, input))
    return { success: true }
  },
})

async function askToJoin(ctx: Ctx, { email: typed, password, name, subdomain }: ClinicJoin): Promise<void> {
  const email = typed.toLowerCase()
  const network = networkKey(ctx.caller.address)
  await limitCalls(ctx, { bucket: 'clinic-join', key: network, burst: 30, perSeconds: 10 })
  await limitCalls(ctx, { bucket: 'clinic-join-address', key: email, burst: 10, perSeconds: 60 })
  const clinic = await findClinic(ctx, subdomain)
  requireStrongPassword(password, { email, names: [clinic.name] })

  const joining = async () => {
    const metadata = { full_name: name, userType: 'patient' as const }
    // for known addresses too: neither the time nor the hook must tell them apart
    const passwordHash = await hashPassword(password)
    const creation = await beginAccount(ctx, { email, metadata })
    const joiner = { email, metadata, passwordHash, creation }
    await onceMoreIfTaken(() =>
      ctx.transactions.withActor(ctx.caller, (tx) => asSystem(tx, () => join(tx, ctx, clinic, joiner))),
    )
  }
  const [outcome] = await Promise.allSettled([joining(), wait(authSettings(ctx.config).addressAnswerMs)])
  if (outcome.status === 'rejected') throw outcome.reason
}

function findClinic(ctx: Ctx, subdomain: string): Promise<MailClinic> {
  return ctx.transactions.withActor({ ...ctx.caller, clinic: null }, (tx) =>
    tx
      .selectFrom('clinics')
      .select(['id', 'name', 'subdomain', 'color'])
      .where('subdomain', '=', subdomain)
      .executeTakeFirstOrThrow(() => new AppError('clinic_not_found')),
  )
}

async function join(tx: Tx, ctx: Ctx, clinic: MailClinic, joiner: Joiner): Promise<void> {
  const known = await findAccountByEmail(tx, joiner.email)
  if (known) await joiner.creation.before(tx)
  const account =
    known ?? (await createAccount(tx, { ...joiner, maySignInUnconfirmed: true, now: ctx.now() }))
  const membershipId = await waitAsPatient(tx, ctx, clinic.id, { account, name: joiner.metadata.full_name })
  const home = new URL('/home', clinicOrigin(ctx.config, clinic.subdomain)).href
  if (!known) {
    await queueConfirmationMail(tx, ctx, { account, redirectTo: home, clinic })
  } else if (membershipId) {
    await mailLinkToJoin(tx, ctx, clinic, { account, membershipId })
  } else {
    await queueAlreadyRegisteredMail(tx, ctx, { email: account.email, redirectTo: home, clinic })
  }
}

/** Proves the mailbox, signs in and leads to the join page, like an invitation. */
async function mailLinkToJoin(
  tx: Tx,
  ctx: Ctx,
  clinic: MailClinic,
  { account, membershipId }: { account: Account; membershipId: string },
): Promise<void> {
  const now = ctx.now()
  const linkToken = await issueInvitationToken(tx, {
    accountId: account.id,
    email: account.email,
    invitationId: membershipId,
    now,
    expiresAt: new Date(now.getTime() + invitationHours * 3_600_000),
  })
  const redirectTo = new URL('/auth/callback/invite', clinicOrigin(ctx.config, clinic.subdomain)).href
  const link = confirmLink({ linkToken, type: 'invite', redirectTo })
  await ctx.mailer.queue(tx, signInToJoinMail({ to: account.email, clinic, link }))
}
