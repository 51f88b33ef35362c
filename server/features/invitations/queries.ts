import { AppError } from '#domain/errors.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { accountsAt } from '#server/clinic/proven-address.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { voidInvitations } from './issue-invitation.ts'

/** Locks the clinic, so that its invitations run one at a time. */
export function lockClinic(tx: Tx, clinicId: string) {
  return tx
    .selectFrom('clinics')
    .select(['id', 'name', 'subdomain'])
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

/** The pending membership of this address, even if its invitation expired; `patientId` is its record. */
export function waitingMembership(tx: Tx, clinicId: string, email: string) {
  return (
    tx
      .selectFrom('clinic_memberships as m')
      .innerJoin('invitations as i', (join) =>
        join.onRef('i.clinic_id', '=', 'm.clinic_id').onRef('i.membership_id', '=', 'm.id'),
      )
      .select(['m.id', 'm.role', 'm.is_billing_only as isBillingOnly', 'm.patient_id as patientId'])
      .where('m.clinic_id', '=', clinicId)
      .where('i.email', '=', email)
      // a record whose invitation was revoked has no claim to the address
      .where((where) => where.or([where('m.patient_id', 'is', null), where('i.revoked_at', 'is', null)]))
      .where('m.user_id', 'is', null)
      .where('m.ended_at', 'is', null)
      .$narrowType<{ role: ClinicRole }>()
      .executeTakeFirst()
  )
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

/** Revokes the invitation of a record, which stays in the list, without an account. Role `system`. */
export async function revokeOfRecord(
  tx: Tx,
  clinicId: string,
  membershipId: string,
  now: Date,
): Promise<void> {
  await voidInvitations(tx, clinicId, membershipId, now)
  await tx
    .updateTable('clinic_memberships')
    .set({ status: 'active', updated_at: now })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', membershipId)
    .execute()
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
  isBillingOnly: boolean
  forPatientId: string | null
  /** Whether the membership is that of a patient's record. */
  isOfRecord: boolean
}> {
  const membership = await asSystem(tx, () =>
    tx
      .selectFrom('clinic_memberships')
      .select(['id', 'user_id', 'role', 'is_billing_only', 'patient_id'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', membershipId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (!membership) throw new AppError('not_found')
  const invitation = await tx
    .selectFrom('invitations')
    .select(['email', 'for_patient_id as forPatientId', 'revoked_at'])
    .where('clinic_id', '=', clinicId)
    .where('membership_id', '=', membershipId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOfRecord = membership.patient_id !== null
  if (membership.user_id || !invitation || (isOfRecord && invitation.revoked_at))
    throw new AppError('invitation_not_waiting')
  const { email, forPatientId } = invitation
  const name = await givenName(tx, clinicId, membershipId)
  const role = membership.role as ClinicRole
  const isBillingOnly = membership.is_billing_only
  return { membershipId, email, forPatientId, name, role, isBillingOnly, isOfRecord }
}
