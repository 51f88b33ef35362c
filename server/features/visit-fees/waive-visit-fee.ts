import { AppError } from '#domain/errors.ts'
import { retryPauseMinutes } from '#domain/invoices/invoices.ts'
import { minuteMs } from '#domain/values/durations.ts'
import { waiveVisitFeeInput } from '#domain/visit-fees/visit-fees.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockFee } from './fee-rows.ts'

/**
 * Records that the clinic does not charge the fee of a visit, or undoes that. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `visit_fee_not_due`
 * @throws AppError `visit_fee_charged` once it was charged; `visit_fee_charging` for two minutes after a press
 */
export const waiveVisitFee = action({
  name: 'waive-visit-fee',
  input: waiveVisitFeeInput,
  access: 'visit-fees:charge',
  run: (tx, ctx, { appointmentId, isWaived }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const now = ctx.now()
      const fee = await lockFee(tx, ctx.clinicId, appointmentId)
      const { id, patientId, reason, chargedAt, claimedAt, waivedAt } = fee
      if (!reason) throw new AppError('visit_fee_not_due')
      if (chargedAt) throw new AppError('visit_fee_charged')
      if (isWaived === (waivedAt !== null)) return { success: true }
      // a press may still be waiting for Stripe
      if (claimedAt && now.getTime() - claimedAt.getTime() < retryPauseMinutes * minuteMs)
        throw new AppError('visit_fee_charging')
      await tx
        .updateTable('visit_fees')
        .set(isWaived ? { waived_at: now, waived_by: ctx.userId } : { waived_at: null, waived_by: null })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .execute()
      const fact = isWaived ? 'visit_fee.waived' : 'visit_fee.waiver_undone'
      const subject = { type: 'appointment', id: appointmentId }
      await auditPatients(tx, fact, [patientId], { reason }, { subject })
      return { success: true }
    }),
})
