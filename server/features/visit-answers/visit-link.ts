import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import type { Config } from '#server/platform/config/config.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { loadSecretBox } from '#server/platform/secret-box.ts'
import { lockAppointment } from '../appointments/calendar/appointment-rows.ts'

const tokenBytes = 16

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * The address under which a patient answers a reminder without signing in. All reminders of a visit's time have the
 * same: a text message must have the same words when it is sent again. Each guardian has another link, which ends with
 * the access. Role `system`.
 * @param origin of the clinic; in text messages of the main site, which does not name it
 * @param guardianId of `patient_guardians`; absent: the patient's link
 */
export async function visitLink(
  tx: Tx,
  config: Pick<Config, 'encryptionKey' | 'dataDir'>,
  {
    clinicId,
    visit,
    origin,
    guardianId,
  }: { clinicId: string; visit: { id: string; startsAt: Date }; origin: string; guardianId?: string },
): Promise<string> {
  const recipient = guardianId ? `:${guardianId}` : ''
  const token = loadSecretBox(config)
    .digest(visit.startsAt.toISOString(), `visit-link:${clinicId}:${visit.id}${recipient}`)
    .subarray(0, tokenBytes)
    .toString('base64url')
  await tx
    .insertInto('app.visit_links')
    .values({
      clinic_id: clinicId,
      key_hash: hashOf(token),
      appointment_id: visit.id,
      starts_at: visit.startsAt,
      guardian_id: guardianId ?? null,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'key_hash']).doNothing())
    .execute()
  // after the #, so that no server or log sees it
  return `${new URL(paths.answer, origin).href}#${token}`
}

/**
 * Locks the visit of a link. Role `system`.
 * @throws AppError `not_found` for an unknown link, once the visit has moved, begun or been declined, and once the
 * guardian's access has ended
 */
export async function lockLinkedVisit(tx: Tx, token: string, now: Date) {
  const hash = hashOf(token)
  const link = await tx
    .selectFrom('app.visit_links')
    .select(['clinic_id', 'appointment_id', 'starts_at', 'guardian_id'])
    .where('clinic_id', '=', await clinicOf(tx, 'visit_link', `\\x${hash.toString('hex')}`))
    .where('key_hash', '=', hash)
    .where('starts_at', '>', now)
    .executeTakeFirst()
  if (!link) throw new AppError('not_found')
  const visit = await lockAppointment(tx, link.clinic_id, link.appointment_id)
  const isOpen = (visit.status === 'upcoming' && !visit.arrived_at) || visit.status === 'canceled'
  if (!isOpen || visit.starts_at.getTime() !== link.starts_at.getTime()) throw new AppError('not_found')
  if (link.guardian_id) await requireGuardian(tx, link.clinic_id, link.guardian_id, visit)
  return { ...visit, clinicId: link.clinic_id, guardianId: link.guardian_id }
}

/** @throws AppError `not_found` unless the guardian may see the visit today: with limited access, one that they booked */
async function requireGuardian(
  tx: Tx,
  clinicId: string,
  guardianId: string,
  visit: { patient_id: string; booked_by: string | null },
): Promise<void> {
  const guardian = await tx
    .selectFrom('app.live_guardians')
    .select(['level', 'user_id'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', guardianId)
    .where('patient_id', '=', visit.patient_id)
    .executeTakeFirst()
  const booked = guardian?.user_id && guardian.user_id === visit.booked_by
  if (guardian?.level !== 'full' && !(guardian?.level === 'limited' && booked))
    throw new AppError('not_found')
}
