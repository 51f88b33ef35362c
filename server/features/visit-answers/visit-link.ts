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
 * same: a text message must have the same words when it is sent again. Role `system`.
 * @param origin of the clinic; in text messages of the main site, which does not name it
 */
export async function visitLink(
  tx: Tx,
  config: Pick<Config, 'encryptionKey' | 'dataDir'>,
  { clinicId, visit, origin }: { clinicId: string; visit: { id: string; startsAt: Date }; origin: string },
): Promise<string> {
  const token = loadSecretBox(config)
    .digest(visit.startsAt.toISOString(), `visit-link:${clinicId}:${visit.id}`)
    .subarray(0, tokenBytes)
    .toString('base64url')
  await tx
    .insertInto('app.visit_links')
    .values({
      clinic_id: clinicId,
      key_hash: hashOf(token),
      appointment_id: visit.id,
      starts_at: visit.startsAt,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'key_hash']).doNothing())
    .execute()
  // after the #, so that no server or log sees it
  return `${new URL(paths.answer, origin).href}#${token}`
}

/**
 * Locks the visit of a link. Role `system`.
 * @throws AppError `not_found` for an unknown link, and once the visit has moved, begun or been declined
 */
export async function lockLinkedVisit(tx: Tx, token: string, now: Date) {
  const hash = hashOf(token)
  const link = await tx
    .selectFrom('app.visit_links')
    .select(['clinic_id', 'appointment_id', 'starts_at'])
    .where('clinic_id', '=', await clinicOf(tx, 'visit_link', `\\x${hash.toString('hex')}`))
    .where('key_hash', '=', hash)
    .where('starts_at', '>', now)
    .executeTakeFirst()
  if (!link) throw new AppError('not_found')
  const visit = await lockAppointment(tx, link.clinic_id, link.appointment_id)
  const isOpen = (visit.status === 'upcoming' && !visit.arrived_at) || visit.status === 'canceled'
  if (!isOpen || visit.starts_at.getTime() !== link.starts_at.getTime()) throw new AppError('not_found')
  return { ...visit, clinicId: link.clinic_id }
}
