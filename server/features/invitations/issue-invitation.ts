import { sql } from 'kysely'
import { type InvitationView, invitationHours } from '#domain/invitations/invitations.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { hourMs } from '#domain/values/durations.ts'
import type { AccountDraft } from '#server/clinic/accounts.ts'
import type { Ctx } from '#server/clinic/action.ts'
import { audit, auditPatients } from '#server/clinic/audit.ts'
import { invitationMail } from '#server/emails/invitations.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { invitationTarget } from './invitation-target.ts'

export interface Offer {
  membershipId: string
  email: string
  name: string | null
  role: ClinicRole
  redirectUrl?: string | null
  /** The inviting account when a job invites; else the caller. */
  invitedBy?: string | null
  /** An existing record without a sign-in, to be assigned. */
  forPatientId?: string | null
}

type InvitingCtx = Pick<Ctx, 'accounts' | 'config' | 'mailer' | 'now'> & {
  actor?: Pick<Ctx['actor'], 'userId'>
}

/**
 * Calls the operator's hook for the address, outside of any transaction, once the caller may invite.
 * @throws Refusal of the hook, the same for known and new addresses
 */
export function beginInvitation(
  ctx: Pick<Ctx, 'accounts'> & { caller: Pick<Ctx['caller'], 'address'> },
  { email, name }: Pick<Offer, 'email' | 'name'>,
): Promise<AccountDraft> {
  return ctx.accounts.begin(ctx.caller, { email, metadata: name ? { full_name: name } : {} })
}

/**
 * Writes a new invitation for a pending membership, mails its link, and voids earlier links. A new address gets an
 * account without a password, because the link also signs in. Steps and answer are the same for a known address. Role
 * `system`.
 */
export async function issueInvitation(
  tx: Tx,
  ctx: InvitingCtx,
  clinic: { id: string; subdomain: string },
  offer: Offer & { draft: AccountDraft },
): Promise<InvitationView> {
  const { membershipId, email, name, role, draft } = offer
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + invitationHours * hourMs)
  const endsEarlierLink = await hasOpenLink(tx, clinic.id, membershipId, now)
  await voidInvitations(tx, clinic.id, membershipId, now)

  const { account } = await draft.findOrCreate(tx, { passwordHash: null, invitedAt: now })
  const id = crypto.randomUUID()
  const { link, tokenHash } = await ctx.accounts.issueInvitationLink(tx, {
    accountId: account.id,
    email,
    invitationId: id,
    expiresAt,
    redirectTo: await invitationTarget(tx, ctx, clinic, offer.redirectUrl),
  })
  await tx
    .insertInto('invitations')
    .values({
      id,
      clinic_id: clinic.id,
      membership_id: membershipId,
      email,
      name,
      role,
      for_patient_id: offer.forPatientId ?? null,
      invited_by: offer.invitedBy ?? ctx.actor?.userId ?? null,
      token_hash: tokenHash,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()

  const sender = await senderClinic(tx, ctx.config, clinic.id)
  await ctx.mailer.queue(tx, invitationMail({ to: email, name, role, clinic: sender, link }))
  const subject = { type: 'membership', id: membershipId }
  const details = { invitation: id, role }
  if (offer.forPatientId)
    await auditPatients(tx, 'invitation.sent', [offer.forPatientId], details, {
      subject,
      clinicId: clinic.id,
    })
  else await audit(tx, 'invitation.sent', subject, details, clinic.id)
  return { id, membershipId, email, role, expiresAt: expiresAt.toISOString(), endsEarlierLink }
}

async function hasOpenLink(tx: Tx, clinicId: string, membershipId: string, now: Date): Promise<boolean> {
  const open = await tx
    .selectFrom('invitations')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('membership_id', '=', membershipId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return open !== undefined
}

/** Voids the invitations of a pending membership and their links. Role `system`. */
export async function voidInvitations(
  tx: Tx,
  clinicId: string,
  membershipId: string,
  now: Date,
): Promise<void> {
  await sql`select app.void_invitations(${clinicId}::uuid, ${membershipId}::uuid, null, ${now})`.execute(tx)
}
