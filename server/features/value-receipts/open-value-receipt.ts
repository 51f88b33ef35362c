import { AppError } from '#domain/errors.ts'
import { openValueReceiptInput } from '#domain/value-receipts/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Marks a value receipt as opened by its patient. Idempotent.
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`; `not_found`, also if
 * hidden
 */
export const openValueReceipt = action({
  name: 'open-value-receipt',
  input: openValueReceiptInput,
  access: 'signed-in',
  async run(tx, ctx, { receiptId }): Promise<{ success: true }> {
    const { patientId } = await lockOwnRecord(tx, ctx)
    // row-level security hides receipts of the comparison group
    const receipt = await tx
      .selectFrom('value_receipts')
      .select('opened_at')
      .where('clinic_id', '=', ctx.clinicId)
      .where('patient_id', '=', patientId)
      .where('id', '=', receiptId)
      .executeTakeFirst()
    if (!receipt) throw new AppError('not_found')
    return asSystem(tx, async () => {
      if (!receipt.opened_at)
        await tx
          .updateTable('value_receipts')
          .set({ opened_at: ctx.now() })
          .where('clinic_id', '=', ctx.clinicId)
          .where('id', '=', receiptId)
          .execute()
      return { success: true }
    })
  },
})
