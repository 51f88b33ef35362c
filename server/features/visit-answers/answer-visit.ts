import { AppError } from '#domain/errors.ts'
import { answerVisitInput } from '#domain/visit-answers/visit-answers.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { confirmation } from '../appointments/booking/confirmation.ts'
import { cancelByPatient, latenessOf } from '../appointments/booking/own-appointment.ts'
import { limitLinks } from './limit-links.ts'
import { lockLinkedVisit } from './visit-link.ts'

/**
 * Confirms or cancels a visit by the secret of a reminder's link. Public, limited by network. Idempotent.
 * @throws AppError `rate_limited`, `change_is_late`; `not_found` for an unknown link, and once the visit has moved or
 * begun; `appointment_over` when confirming a canceled visit
 */
export const answerVisit = outwardAction({
  name: 'answer-visit',
  input: answerVisitInput,
  access: 'anyone',
  async run(ctx, { token, answer, acceptsLate }): Promise<{ success: true }> {
    await limitLinks(ctx, 'answer-visit')
    const now = ctx.now()
    await ctx.transactions.withSystem('answer-visit', async (tx) => {
      const { clinicId, ...visit } = await lockLinkedVisit(tx, token, now)
      if (answer === 'cancels') {
        if (visit.status === 'canceled') return
        const isLate = await latenessOf(tx, { clinicId, visit, acceptsLate, now })
        const by = { clinicId, userId: '', notices: ctx.notices }
        await cancelByPatient(tx, by, { ...visit, isLate }, { reason: '', now })
        return
      }
      if (visit.status === 'canceled') throw new AppError('appointment_over')
      const confirmed = confirmation(visit, 'link', now)
      if (confirmed)
        await tx
          .updateTable('appointments')
          .set({ ...confirmed, updated_at: now })
          .where('clinic_id', '=', clinicId)
          .where('id', '=', visit.id)
          .execute()
    })
    return { success: true }
  },
})
