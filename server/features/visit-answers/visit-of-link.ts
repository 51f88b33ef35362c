import { visitWhenInZone } from '#domain/appointments/visit-time.ts'
import { isLate } from '#domain/appointments/visits.ts'
import { mailedPath } from '#domain/mailed-links.ts'
import { type LinkedVisit, visitOfLinkInput } from '#domain/visit-answers/visit-answers.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { cancelRule } from '../appointments/booking/own-appointment.ts'
import { limitLinks } from './limit-links.ts'
import { lockLinkedVisit } from './visit-link.ts'

/**
 * Returns the time and clinic of a visit by the secret of a reminder's link, and the rule for canceling it. Public,
 * limited by network; changes nothing.
 * @throws AppError `rate_limited`; `not_found` for an unknown link, and once the visit has moved or begun
 */
export const visitOfLink = outwardAction({
  name: 'visit-of-link',
  input: visitOfLinkInput,
  access: 'anyone',
  async run(ctx, { token }): Promise<LinkedVisit> {
    await limitLinks(ctx, 'visit-of-link')
    const now = ctx.now()
    return ctx.transactions.withSystem('visit-of-link', async (tx) => {
      const { clinicId, guardianId, ...visit } = await lockLinkedVisit(tx, token, now)
      const [clinic, patient, { hours, fee }] = await Promise.all([
        tx
          .selectFrom('clinics')
          .select(['name', 'phone', 'subdomain', 'time_zone'])
          .where('id', '=', clinicId)
          .executeTakeFirstOrThrow(),
        tx
          .selectFrom('patients')
          .select('user_id')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', visit.patient_id)
          .executeTakeFirstOrThrow(),
        cancelRule(tx, clinicId, visit),
      ])
      const late = isLate(visit.starts_at, hours, now)
      const path = guardianId ? mailedPath('wardVisit', guardianId, visit.id) : mailedPath('visit', visit.id)
      const portal = new URL(path, clinicOrigin(ctx.config, clinic.subdomain)).href
      return {
        clinic: { name: clinic.name, phone: clinic.phone },
        when: visitWhenInZone({ startsAt: visit.starts_at.toISOString(), timeZone: clinic.time_zone }),
        state: visit.status === 'canceled' ? 'canceled' : visit.confirmed_at ? 'confirmed' : 'open',
        cancelWindowHours: hours,
        isLate: late,
        fee: late ? fee : null,
        isForWard: guardianId !== null,
        portal: guardianId || patient.user_id ? portal : null,
      }
    })
  },
})
