import { AppError } from '#domain/errors.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { accountsAt } from '#server/clinic/proven-address.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** Locks the clinic, so that its invitations run one at a time, and returns its details for mails. */
export function lockClinic(tx: Tx, clinicId: string) {
  return tx
    .selectFrom('clinics')
    .select(['id', 'name', 'subdomain', 'color'])
    .where('id', '=', clinicId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The current membership, accepted or not, of the account with this address in the clinic. */
export function membershipOfAddress(tx: Tx, clinicId: string, email: string) {
  return tx
    .selectFrom('clinic_memberships as m')
    .innerJoin(accountsAt(clinicId, [email]).as('a'), 'a.user_id', 'm.user_id')
    .select(['m.id', 'm.status', 'm.suspended_at'])
    .where('m.clinic_id', '=', clinicId)
    .where('m.ended_at', 'is', null)
    .executeTakeFirst()
}

/** The pending membership of this address, even if its invitation expired. */
export function waitingMembership(tx: Tx, clinicId: string, email: string) {
  return tx
    .selectFrom('clinic_memberships as m')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.clinic_id', '=', 'm.clinic_id').onRef('i.membership_id', '=', 'm.id'),
    )
    .select(['m.id', 'm.role'])
    .where('m.clinic_id', '=', clinicId)
    .where('i.email', '=', email)
    .where('m.user_id', 'is', null)
    .where('m.ended_at', 'is', null)
    .executeTakeFirst()
}

export async function givenName(tx: Tx, clinicId: string, membershipId: string): Promise<string | null> {
  const named = await tx
    .selectFrom('invitations')
    .select('name')
    .where('clinic_id', '=', clinicId)
    .where('membership_id', '=', membershipId)
    .where('name', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return named?.name ?? null
}

/**
 * Locks a pending membership with its last invitation.
 * @throws AppError `not_found`; `invitation_not_waiting` for a member
 */
export async function lockWaiting(
  tx: Tx,
  clinicId: string,
  membershipId: string,
): Promise<{
  membershipId: string
  email: string
  name: string | null
  role: ClinicRole
  forPatientId: string | null
}> {
  const membership = await asSystem(tx, () =>
    tx
      .selectFrom('clinic_memberships')
      .select(['id', 'user_id', 'role'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', membershipId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (!membership) throw new AppError('not_found')
  const invitation = await tx
    .selectFrom('invitations')
    .select(['email', 'for_patient_id as forPatientId'])
    .where('clinic_id', '=', clinicId)
    .where('membership_id', '=', membershipId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (membership.user_id || !invitation) throw new AppError('invitation_not_waiting')
  const name = await givenName(tx, clinicId, membershipId)
  return { membershipId, ...invitation, name, role: membership.role as ClinicRole }
}
