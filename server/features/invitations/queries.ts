import { AppError } from '#domain/errors.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { accountsAt } from '#server/clinic/proven-address.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** The clinic as its mails show it, locked so that invitations of one clinic are written one after the other. */
export function lockClinic(tx: Tx, clinicId: string) {
  return tx
    .selectFrom('clinics')
    .select(['id', 'name', 'subdomain', 'color'])
    .where('id', '=', clinicId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The clinic's current membership of the account to which this address belongs in the clinic, accepted or not. */
export function membershipOfAddress(tx: Tx, clinicId: string, email: string) {
  return tx
    .selectFrom('clinic_memberships as m')
    .innerJoin(accountsAt(clinicId, [email]).as('a'), 'a.user_id', 'm.user_id')
    .select(['m.id', 'm.status', 'm.suspended_at'])
    .where('m.clinic_id', '=', clinicId)
    .where('m.ended_at', 'is', null)
    .executeTakeFirst()
}

/** The invited membership that waits for this address, whether or not its last invitation has expired. */
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

/** The name that was given last with an invitation of this membership, if any was. */
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
 * An invited membership that waits to be accepted, with its last invitation, locked.
 *
 * @throws AppError `not_found` for an unknown, an ended and another clinic's membership, alike
 * @throws AppError `invitation_not_waiting` for somebody who already belongs to the clinic
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
