import { AppError } from '#domain/errors.ts'
import { writeOffInvoiceInput } from '#domain/invoices/invoices.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { refreshInvoice } from '../../stripe-sync/refresh/refresh-invoice.ts'
import { loadOpenInvoice } from './open-invoice.ts'

/**
 * Writes off an open invoice of an ended plan or of a single sale: it is no longer collected, and nothing is booked. It
 * can still be paid later. Idempotent. A running plan is canceled without its open amount instead, because Stripe would
 * show it as paid (docs/decisions/0188).
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, `invoice_paid`, `invoice_not_due`
 * @throws AppError `quote_changed`, `invoice_of_running_plan`, `payments_unavailable`
 */
export const writeOffInvoice = outwardAction({
  name: 'write-off-invoice',
  input: writeOffInvoiceInput,
  access: 'payments:collect',
  async run(ctx, { invoiceId, amountCents, reason }): Promise<{ writtenOff: true }> {
    const open = await loadOpenInvoice(ctx, invoiceId, amountCents)
    const { clinic, patientId, planStatus } = open
    if (planStatus && isRunning(planStatus)) throw new AppError('invoice_of_running_plan')
    const status = await ctx.stripe.invoices.writeOff(clinic.account, invoiceId, `write-off:${invoiceId}`)
    await refreshInvoice(ctx, clinic, invoiceId, `write-off:${ctx.userId}`)
    if (status !== 'uncollectible') throw new AppError(status === 'paid' ? 'invoice_paid' : 'invoice_not_due')
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        const { numUpdatedRows } = await tx
          .updateTable('invoices')
          .set({ write_off_reason: reason })
          .where('clinic_id', '=', ctx.clinicId)
          .where('id', '=', invoiceId)
          .where('write_off_reason', 'is', null)
          .executeTakeFirst()
        // a second tab changes nothing
        if (numUpdatedRows === 0n) return
        const details = { invoice: invoiceId, cents: amountCents, reason }
        await audit(tx, 'payment.written_off', { type: 'patient', id: patientId }, details)
      }),
    )
    return { writtenOff: true }
  },
})
