import { AppError } from '#domain/errors.ts'
import { withdrawFormInput } from '#domain/forms/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Withdraws a form that was requested from a patient, or requests it again with its answers. Idempotent.
 * @throws AppError `not_found`, `form_signed`; `form_asked_again` on restoring
 */
export const withdrawForm = action({
  name: 'withdraw-form',
  input: withdrawFormInput,
  access: 'forms:ask',
  async run(tx, ctx, { requestId, isWithdrawn }): Promise<{ success: true }> {
    const { clinicId } = ctx
    const request = await tx
      .selectFrom('form_requests')
      .select(['patient_id', 'form_id', 'signed_at', 'withdrawn_at'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', requestId)
      .executeTakeFirst()
    if (!request) throw new AppError('not_found')
    if ((request.withdrawn_at !== null) === isWithdrawn) return { success: true }
    if (!isWithdrawn) {
      const other = await tx
        .selectFrom('form_requests')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('patient_id', '=', request.patient_id)
        .where('form_id', '=', request.form_id)
        .where('signed_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      if (other) throw new AppError('form_asked_again')
    }
    return asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('form_requests')
        .set({
          withdrawn_at: isWithdrawn ? ctx.now() : null,
          withdrawn_by: isWithdrawn ? ctx.userId : null,
        })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', requestId)
        .where('signed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('form_signed')
      return { success: true }
    })
  },
})
