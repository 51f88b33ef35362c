import { receiptDetailsInput } from '#domain/receipts/receipt-details.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Saves the clinic's details that later receipts show (docs/payments.md 10).
 * @throws AppError `not_allowed`, `second_step_required`; `changed_elsewhere`
 */
export const saveReceiptDetails = action({
  name: 'save-receipt-details',
  input: receiptDetailsInput,
  access: 'billing:write',
  run: (
    tx,
    ctx,
    { version: seen, legalName, address, taxNumber, npi, numbersByYear },
  ): Promise<SavedVersion> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      await tx.selectFrom('clinics').select('id').where('id', '=', clinicId).forNoKeyUpdate().execute()
      const saved = await tx
        .selectFrom('receipt_details')
        .select('version')
        .where('clinic_id', '=', clinicId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      const row = {
        legal_name: legalName,
        address: address || null,
        tax_id: taxNumber || null,
        npi: npi || null,
        numbers_by_year: numbersByYear,
        version: nextVersion(seen, saved),
        updated_at: ctx.now(),
      }
      await tx
        .insertInto('receipt_details')
        .values({ clinic_id: clinicId, ...row })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(row))
        .execute()
      await audit(tx, 'clinic.receipt_details_changed', { type: 'clinic', id: clinicId })
      return { version: row.version }
    }),
})
