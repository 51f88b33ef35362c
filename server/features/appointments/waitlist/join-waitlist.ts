import { sql } from 'kysely'
import { AppError, type FieldError } from '#domain/errors.ts'
import { waitlistTexts } from '#domain/texts/waitlist.ts'
import { dateIn } from '#domain/values/zones.ts'
import { joinWaitlistInput } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockOwnAppointment } from '../booking/own-appointment.ts'

const texts = waitlistTexts.form

/**
 * Adds the caller to the waitlist for a type of visit, or changes the request without losing the place in line.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 * @throws AppError `invalid_input` at the field; `not_found`, `appointment_over` for the visit to be replaced
 */
export const joinWaitlist = action({
  name: 'join-waitlist',
  input: joinWaitlistInput,
  access: 'signed-in',
  async run(tx, ctx, input): Promise<{ entryId: string }> {
    const { patientId, clinic } = await lockOwnRecord(tx, ctx)
    const { clinicId } = ctx
    const now = ctx.now()
    const appointmentType = input.appointmentType
    if (input.appointmentId) {
      const { appointmentId } = input
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
    if (input.until < dateIn(now, clinic.timeZone)) fields.push({ path: 'until', message: texts.untilPassed })
    if (fields.length > 0) throw new AppError('invalid_input', { fields })

    const wish = {
      provider_id: input.providerId || null,
      appointment_id: input.appointmentId,
      days: [...new Set(input.days)].sort(),
      opens: input.opens,
      closes: input.closes,
      until: input.until,
      updated_at: now,
    }
    return asSystem(tx, async () => {
      const { id } = await tx
        .insertInto('waitlist_entries')
        .values({
          clinic_id: clinicId,
          patient_id: patientId,
          type: appointmentType,
          created_at: now,
          ...wish,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['clinic_id', 'patient_id', 'type'])
            // not a parameter, or the partial index would not match
            .where(sql<boolean>`status = 'waiting'`)
            .doUpdateSet(wish),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(tx, 'waitlist.joined', { type: 'waitlist_entry', id }, {}, clinicId)
      return { entryId: id }
    })
  },
})
