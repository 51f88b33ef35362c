import { AppError } from '#domain/errors.ts'
import { invitePermission } from '#domain/permissions.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { addRecord, addRecordMembership } from '#server/clinic/patients.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { accountsAt } from '#server/clinic/proven-address.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { voidInvitations } from './issue-invitation.ts'
import { givenName, waitingMembership } from './queries.ts'

export interface OfferedRecord {
  patientId: string
  membershipId: string
  name: string | null
}

interface RecordOffer {
  clinicId: string
  email: string
  name: string | null
  patientId?: string | null | undefined
}

/**
 * Finds or creates the record that an invited patient gets, and marks its membership as invited. Role `system`, with the
 * clinic locked.
 * @returns null for a former patient, whose account has a record here
 * @throws AppError `not_found` for `patientId`, also if it has an account
 * @throws AppError `address_of_other_patient` if an invitation of another patient to the address is open;
 * `address_of_several_patients` without `patientId`
 */
export async function offerRecord(tx: Tx, ctx: ClinicCtx, offer: RecordOffer): Promise<OfferedRecord | null> {
  const { clinicId, email, patientId } = offer
  const now = ctx.now()
  const waiting = await waitingMembership(tx, clinicId, email)
  // an offer is replaced only by those who may revoke it
  if (waiting) await requirePermission(tx, ctx.actor, invitePermission(waiting.role, waiting.isBillingOnly))
  if (patientId && waiting?.patientId && waiting.patientId !== patientId)
    throw new AppError('address_of_other_patient')
  if (!patientId && !waiting?.patientId && (await hasRecord(tx, clinicId, email))) return null
  const record = patientId
    ? await recordById(tx, clinicId, patientId, now)
    : waiting?.patientId
      ? await invitedRecord(tx, offer, { id: waiting.id, patientId: waiting.patientId }, now)
      : ((await recordWithAddress(tx, clinicId, email)) ?? (await newRecord(tx, offer, waiting?.id, now)))
  await tx
    .updateTable('clinic_memberships')
    .set({ status: 'invited', suspended_at: null, updated_at: now })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', record.membershipId)
    .execute()
  // an open offer of a role in the team is replaced
  if (waiting && waiting.id !== record.membershipId) {
    await voidInvitations(tx, clinicId, waiting.id, now)
    await tx
      .updateTable('clinic_memberships')
      .set({ ended_at: now, updated_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', waiting.id)
      .execute()
  }
  return record
}

/** Whether the address's account has a record here, of a former patient. */
async function hasRecord(tx: Tx, clinicId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('patients as p')
    .innerJoin(accountsAt(clinicId, [email]).as('a'), 'a.user_id', 'p.user_id')
    .select('p.id')
    .where('p.clinic_id', '=', clinicId)
    .executeTakeFirst()
  return row !== undefined
}

async function recordById(tx: Tx, clinicId: string, patientId: string, now: Date): Promise<OfferedRecord> {
  const record = await unclaimed(tx, clinicId).where('p.id', '=', patientId).executeTakeFirst()
  if (!record) throw new AppError('not_found')
  const membershipId = record.membershipId ?? (await addRecordMembership(tx, { clinicId, patientId, now }))
  return { ...record, membershipId }
}

async function recordWithAddress(tx: Tx, clinicId: string, email: string): Promise<OfferedRecord | null> {
  const records = await unclaimed(tx, clinicId)
    .where('p.email', '=', email)
    .where('m.id', 'is not', null)
    .limit(2)
    .execute()
  if (records.length > 1) throw new AppError('address_of_several_patients')
  const [record] = records
  return record?.membershipId ? { ...record, membershipId: record.membershipId } : null
}

/** Another invitation of the same record may correct its name. */
async function invitedRecord(
  tx: Tx,
  { clinicId, name }: RecordOffer,
  waiting: { id: string; patientId: string },
  now: Date,
): Promise<OfferedRecord> {
  if (name)
    await tx
      .updateTable('patients')
      .set({ full_name: name, updated_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', waiting.patientId)
      .where('user_id', 'is', null)
      .execute()
  const offered = name ?? (await givenName(tx, clinicId, waiting.id))
  return { patientId: waiting.patientId, membershipId: waiting.id, name: offered }
}

/** Records without an account; `membershipId` is null for a removed patient. */
function unclaimed(tx: Tx, clinicId: string) {
  return tx
    .selectFrom('patients as p')
    .leftJoin('clinic_memberships as m', (join) =>
      join
        .onRef('m.clinic_id', '=', 'p.clinic_id')
        .onRef('m.patient_id', '=', 'p.id')
        .on('m.ended_at', 'is', null),
    )
    .select(['p.id as patientId', 'm.id as membershipId', 'p.full_name as name'])
    .where('p.clinic_id', '=', clinicId)
    .where('p.user_id', 'is', null)
    .where('p.merged_into', 'is', null)
}

async function newRecord(
  tx: Tx,
  { clinicId, email, name }: RecordOffer,
  waitingId: string | undefined,
  now: Date,
): Promise<OfferedRecord> {
  const offered = name ?? (waitingId ? await givenName(tx, clinicId, waitingId) : null)
  const { patientId, membershipId } = await addRecord(tx, {
    clinicId,
    name: offered || email.slice(0, email.indexOf('@')),
    email,
    now,
  })
  return { patientId, membershipId, name: offered || null }
}
