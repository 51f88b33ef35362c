import { AppError } from '#domain/errors.ts'
import { invitationHours } from '#domain/invitations/invitations.ts'
import { type ClinicJoin, clinicJoinInput } from '#domain/memberships/inputs.ts'
import { paths } from '#domain/paths.ts'
import { hourMs } from '#domain/values/durations.ts'
import type { Account, AccountDraft, MailClinic } from '#server/clinic/accounts.ts'
import { type Ctx, outwardAction } from '#server/clinic/action.ts'
import { signInToJoinMail } from '#server/emails/invitations.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { addressKey, limitCalls } from '#server/features/clinics/limit-calls.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { waitAsPatient } from './wait-as-patient.ts'

interface Joiner {
  name: string
  passwordHash: string
  draft: AccountDraft
}

/**
 * Creates an account for a patient who signs up on a clinic's join page. The membership is `pending` until the address
 * is confirmed (docs/threats.md T31). An existing account stays unchanged; its owner gets a mail to sign in and join.
 * Answer and timing are the same in both cases.
 * @throws AppError `clinic_not_found`, `weak_password`, `invalid_input`, `rate_limited`
 * @throws Refusal of the operator's hook before_user_created
 */
export const clinicJoin = outwardAction({
  name: 'clinic-join',
  input: clinicJoinInput,
  access: 'anyone',
  system: 'addresses are matched with accounts, which no caller reads',
  async run(ctx, input): Promise<{ success: true }> {
    await ctx.accounts.passwords.admit(() => askToJoin(ctx, input))
    return { success: true }
  },
})

async function askToJoin(ctx: Ctx, { email: typed, password, name, subdomain }: ClinicJoin): Promise<void> {
  const email = typed.toLowerCase()
  const network = networkKey(ctx.caller.address)
  await limitCalls(ctx, { bucket: 'clinic-join', key: network, burst: 30, perSeconds: 10 })
  await limitCalls(ctx, { bucket: 'clinic-join-address', key: addressKey(email), burst: 10, perSeconds: 60 })
  const clinic = await findClinic(ctx, subdomain)
  ctx.accounts.passwords.requireStrong(password, { email, names: [clinic.name] })

  await ctx.accounts.withEvenTiming(async () => {
    // for known addresses too: neither the timing nor the hook's answer may reveal them
    const passwordHash = await ctx.accounts.passwords.hash(password)
    const metadata = { full_name: name, userType: 'patient' }
    const draft = await ctx.accounts.begin(ctx.caller, { email, metadata })
    await retryIfTaken(() =>
      ctx.transactions.withActor(ctx.caller, (tx) =>
        asSystem(tx, () => join(tx, ctx, clinic, { name, passwordHash, draft })),
      ),
    )
  })
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

async function join(
  tx: Tx,
  ctx: Ctx,
  clinic: MailClinic,
  { name, passwordHash, draft }: Joiner,
): Promise<void> {
  const { account, isNew } = await draft.findOrCreate(tx, { passwordHash, maySignInUnconfirmed: true })
  const membershipId = await waitAsPatient(tx, ctx, clinic.id, { account, name })
  const redirectTo = new URL(paths.home, clinicOrigin(ctx.config, clinic.subdomain)).href
  if (isNew) {
    await ctx.accounts.sendConfirmation(tx, { account, redirectTo, clinic })
  } else if (membershipId) {
    await mailLinkToJoin(tx, ctx, clinic, { account, membershipId })
  } else {
    await ctx.accounts.sendAlreadyRegistered(tx, { email: account.email, redirectTo, clinic })
  }
}

/** The link confirms the address, signs in and opens the join page. */
async function mailLinkToJoin(
  tx: Tx,
  ctx: Ctx,
  clinic: MailClinic,
  { account, membershipId }: { account: Account; membershipId: string },
): Promise<void> {
  const { link } = await ctx.accounts.issueInvitationLink(tx, {
    accountId: account.id,
    email: account.email,
    invitationId: membershipId,
    expiresAt: new Date(ctx.now().getTime() + invitationHours * hourMs),
    redirectTo: new URL(paths.inviteCallback, clinicOrigin(ctx.config, clinic.subdomain)).href,
  })
  const sender = await senderClinic(tx, ctx.config, clinic.id)
  await ctx.mailer.queue(tx, signInToJoinMail({ to: account.email, clinic: sender, link }))
}
