import { sql } from 'kysely'
import type { AppointmentStatus } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { dateIn, instantsOf } from '#domain/values/zones.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

const texts = appointmentTexts.form

/** @throws AppError `not_found` */
export async function lockAppointment(tx: Tx, clinicId: string, appointmentId: string) {
  const row = await tx
    .selectFrom('appointments')
    .select([
      'id',
      'patient_id',
      'booked_by',
      'provider_id',
      'room_id',
      'series_id',
      'type',
      'starts_at',
      'ends_at',
      'date',
      'time',
      'duration_minutes',
      'status',
      'sequence',
      'version',
      'arrived_at',
      'started_at',
      'confirmed_at',
      'series_plan',
    ])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', appointmentId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { ...row, status: row.status as AppointmentStatus }
}

/**
 * Requires references of a form to be the clinic's and in use; current ones may stay.
 * @param before the stored visit, if any
 * @throws AppError `invalid_input` at the field
 */
export async function requireOfClinic(
  tx: Tx,
  clinicId: string,
  form: { appointmentType: string; providerId: string; roomId: string },
  before?: { type: string; provider_id: string | null; room_id: string | null },
): Promise<void> {
  const providerId = form.providerId || null
  const roomId = form.roomId || null
  const { rows } = await sql<{ has_type: boolean; has_provider: boolean; has_room: boolean }>`
    select exists (select from public.appointment_types t
                    where t.clinic_id = ${clinicId} and t.key = ${form.appointmentType} and t.is_active) as has_type,
           exists (select from public.providers p
                    where p.clinic_id = ${clinicId} and p.id = ${providerId}::uuid and p.is_active) as has_provider,
           exists (select from public.rooms r
                    where r.clinic_id = ${clinicId} and r.id = ${roomId}::uuid and r.is_active) as has_room`.execute(
    tx,
  )
  const found = rows[0]
  const fields = []
  if (!found?.has_type && form.appointmentType !== before?.type)
    fields.push({ path: 'appointmentType', message: texts.typeGone })
  if (providerId && !found?.has_provider && providerId !== before?.provider_id)
    fields.push({ path: 'providerId', message: texts.providerGone })
  if (roomId && !found?.has_room && roomId !== before?.room_id)
    fields.push({ path: 'roomId', message: texts.roomGone })
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

export interface WhenForm {
  date: string
  time: string
  isLaterHour?: boolean | undefined
}

/**
 * The instant of a date and time in the clinic's zone.
 * @throws AppError `invalid_input` for a time that the clocks skip, and for a past day
 */
export function instantOf({ date, time, isLaterHour }: WhenForm, timeZone: string, now: Date): Date {
  if (date < dateIn(now, timeZone))
    throw new AppError('invalid_input', { fields: [{ path: 'date', message: texts.dayPassed }] })
  const instants = instantsOf(date, time, timeZone)
  const instant = isLaterHour ? instants.at(-1) : instants[0]
  if (instant === undefined)
    throw new AppError('invalid_input', { fields: [{ path: 'time', message: texts.skipped }] })
  return new Date(instant)
}

/** Removes expired holds and offers, because the tables' constraints cannot compare with the current time. */
export async function dropExpiredHolds(tx: Tx, clinicId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('app.appointment_holds')
    .where('clinic_id', '=', clinicId)
    .where('expires_at', '<=', now)
    .execute()
  await tx
    .updateTable('waitlist_offers')
    .set({ status: 'expired' })
    .where('clinic_id', '=', clinicId)
    .where('status', '=', 'open')
    .where('held_until', '<=', now)
    .execute()
}

export async function freeHeldTimes(
  tx: Tx,
  { clinicId, patientId, now }: { clinicId: string; patientId: string; now: Date },
): Promise<void> {
  await dropExpiredHolds(tx, clinicId, now)
  await tx
    .deleteFrom('app.appointment_holds')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .execute()
}

/** Whether the patient is mailed about a change of a visit, after the time to undo it. */
export async function isPatientMailed(
  tx: Tx,
  clinicId: string,
  { patientId, endsAt, now }: { patientId: string; endsAt: Date; now: Date },
): Promise<boolean> {
  if (endsAt <= now) return false
  // an active membership has a confirmed address
  const account = await tx
    .selectFrom('patients as p')
    .innerJoin('clinic_memberships as m', (join) =>
      join.onRef('m.clinic_id', '=', 'p.clinic_id').onRef('m.user_id', '=', 'p.user_id'),
    )
    .leftJoin('contact_preferences as c', (join) =>
      join.onRef('c.clinic_id', '=', 'p.clinic_id').onRef('c.patient_id', '=', 'p.id'),
    )
    .select('m.user_id as userId')
    .where('p.clinic_id', '=', clinicId)
    .where('p.id', '=', patientId)
    .where('m.role', '=', 'patient')
    .where('m.status', '=', 'active')
    .where('m.ended_at', 'is', null)
    .where((row) =>
      row.or([row('c.email_notifications', 'is', null), row('c.email_notifications', '=', true)]),
    )
    .executeTakeFirst()
  const userId = account?.userId
  if (!userId) return false
  // no caller reads what delivery reports say
  const reachable = await asSystem(tx, () =>
    tx
      .selectFrom('auth.users as u')
      .select('u.id')
      .where('u.id', '=', userId)
      .where(({ not, fn, val }) => not(fn<boolean>('app.is_address_gone', [val(clinicId), 'u.email'])))
      .executeTakeFirst(),
  )
  return reachable !== undefined
}

/** Notifies a provider of a change by another person. */
export async function notifyProvider(
  tx: Tx,
  ctx: Pick<ClinicCtx, 'clinicId' | 'userId' | 'notices'>,
  kind: `appointment_${'booked' | 'requested' | 'moved' | 'handed_over' | 'canceled'}`,
  visit: { id: string; version: number; patientId: string; providerId: string | null },
): Promise<void> {
  if (!visit.providerId) return
  const provider = await tx
    .selectFrom('providers')
    .select('user_id')
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', visit.providerId)
    .executeTakeFirst()
  if (!provider?.user_id || provider.user_id === ctx.userId) return
  await ctx.notices.notify(tx, {
    clinicId: ctx.clinicId,
    userId: provider.user_id,
    kind,
    key: `${visit.id} ${visit.version}`,
    patientId: visit.patientId,
    subjectId: visit.id,
  })
}
