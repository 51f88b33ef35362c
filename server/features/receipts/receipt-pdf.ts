import { AppError } from '#domain/errors.ts'
import { isTeamRole } from '#domain/memberships/memberships.ts'
import { receiptPdfInput } from '#domain/receipts/inputs.ts'
import { type ReceiptFile, receiptFileName } from '#domain/receipts/receipts.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'
import { loadReceipt } from './queries.ts'
import { receiptDocument } from './receipt-document.ts'

/**
 * Returns a receipt as a PDF. Audits reads by the clinic, because it names a patient.
 * @throws AppError `not_allowed` for team members who may not see money; `second_step_required`, `not_found`
 */
export const receiptPdf = outwardAction({
  name: 'receipt-pdf',
  input: receiptPdfInput,
  access: 'signed-in',
  system: 'receipts have columns that are granted to no caller',
  async run(ctx, { receiptId }): Promise<ReceiptFile> {
    const receipt = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      const isTeam = actor.isBillingOnly || isTeamRole(actor.role)
      if (isTeam) await requirePermission(tx, actor, 'money:read')
      else await ownPatientId(tx, actor)
      const seen = await tx
        .selectFrom('receipts')
        .select('patient_id')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', receiptId)
        .executeTakeFirst()
      if (!seen) throw new AppError('not_found')
      return asSystem(tx, async () => {
        if (isTeam)
          await auditPatients(
            tx,
            'receipt.read',
            [seen.patient_id],
            {},
            { subject: { type: 'receipt', id: receiptId } },
          )
        return loadReceipt(tx, ctx.clinicId, receiptId)
      })
    })
    const pdf = await receiptDocument(receipt)
    return { fileName: receiptFileName(receipt.number), base64: Buffer.from(pdf).toString('base64') }
  },
})
