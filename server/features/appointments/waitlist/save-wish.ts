import { sql } from 'kysely'
import { AppError, type FieldError } from '#domain/errors.ts'
import { waitlistTexts } from '#domain/texts/waitlist.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { JoinWaitlist } from '#domain/waitlist/waitlist.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { lockOwnAppointment } from '../booking/own-appointment.ts'

const texts = waitlistTexts.form

/**
 * Stores a patient's wish, with the caller's rights to read what it names.
 * @param whenWaiting for a patient who waits for this kind of visit already: `change` the wish, with the same place in
 * line, or `refuse`
 * @returns the entry's id
 * @throws AppError `invalid_input` at the field; `not_found`, `appointment_over` for the visit to be replaced
 */
export async function saveWish(
  tx: Tx,
  {
    clinicId,
    patientId,
    timeZone,
    now,
    whenWaiting,
  }: { clinicId: string; patientId: string; timeZone: string; now: Date; whenWaiting: 'change' | 'refuse' },
  input: JoinWaitlist,
): Promise<string> {
  const { appointmentType, appointmentId } = input
  const today = dateIn(now, timeZone)
  if (appointmentId) {
    const visit = await lockOwnAppointment(tx, {
      clinicId,
      patientId,
      onlyBookedBy: null,
      appointmentId,
      acceptsLate: true,
      now,
    })
    if (visit.status === 'canceled') throw new AppError('appointment_over')
  }
  const [type, provider] = await Promise.all([
    tx
      .selectFrom('appointment_types')
      .select('key')
      .where('clinic_id', '=', clinicId)
      .where('key', '=', appointmentType)
      .where('is_active', '=', true)
      .where('patients_book', '<>', 'no')
      .executeTakeFirst(),
    input.providerId
      ? tx
          .selectFrom('providers')
          .select('id')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', input.providerId)
          .where('is_active', '=', true)
          .executeTakeFirst()
      : null,
  ])
  const fields: FieldError[] = []
  if (!type) fields.push({ path: 'appointmentType', message: texts.typeGone })
  if (input.providerId && !provider) fields.push({ path: 'providerId', message: texts.providerGone })
  if (input.until < today) fields.push({ path: 'until', message: texts.untilPassed })
  if (fields.length > 0) throw new AppError('invalid_input', { fields })

  const wish = {
    provider_id: input.providerId || null,
    appointment_id: appointmentId,
    days: [...new Set(input.days)].sort(),
    opens: input.opens,
    closes: input.closes,
    until: input.until,
    updated_at: now,
  }
  const saved = await asSystem(tx, () =>
    tx
      .insertInto('waitlist_entries')
      .values({ clinic_id: clinicId, patient_id: patientId, type: appointmentType, created_at: now, ...wish })
      .onConflict((conflict) => {
        const waiting = conflict
          .columns(['clinic_id', 'patient_id', 'type'])
          // not a parameter, or the partial index would not match
          .where(sql<boolean>`status = 'waiting'`)
        return whenWaiting === 'change'
          ? waiting.doUpdateSet(wish)
          : // a wish whose last day has passed is not listed: the patient joins the end of the line
            waiting
              .doUpdateSet({ ...wish, created_at: now })
              .where(sql<boolean>`waitlist_entries.until < ${today}::date`)
      })
      .returning('id')
      .executeTakeFirst(),
  )
  if (!saved)
    throw new AppError('invalid_input', {
      fields: [{ path: 'appointmentType', message: texts.alreadyWaiting }],
    })
  return saved.id
}
