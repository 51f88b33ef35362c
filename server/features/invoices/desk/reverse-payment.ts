import { AppError } from '#domain/errors.ts'
import { reopenedDueDays, reversalId } from '#domain/invoices/inputs.ts'
import { reversePaymentInput } from '#domain/invoices/invoices.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { bookReversal } from '../../ledger/book-desk-payment.ts'
import { bookedParts } from '../../ledger/booked-parts.ts'
import { issueInvoice } from './issue-invoice.ts'

/**
 * Reverses a payment recorded at the desk, such as a returned check or a wrong entry. Stripe does not reopen a paid
 * invoice, so a new one for the same amount collects it again, as the same kind of revenue; a repeated request makes no
 * second one. The ledger books the counterpart today (docs/decisions/0188).
 * @returns the new invoice
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `payment_reversed`, `payments_unavailable`
 */
export const reversePayment = outwardAction({
  name: 'reverse-payment',
  input: reversePaymentInput,
  access: 'payments:collect',
  async run(ctx, { paymentId, reason }): Promise<{ invoiceId: string }> {
    const payment = await loadPayment(ctx, paymentId)
    const { patientId, amountCents, currency, taxCents, kind } = payment
    const invoiceId = await issueInvoice(ctx, {
      patientId,
      currency,
      lines: [{ description: clinicInvoiceTexts.reverse.line(payment.number ?? ''), amountCents }],
      dueInDays: reopenedDueDays,
      taxRate: null,
      sale: { kind, taxCents, replaces: payment.invoiceId },
      key: `reversal:${paymentId}`,
    })
    const now = ctx.now()
    await ctx.transactions.withActor(ctx.caller, async (tx) => {
      const reversal = reversalId(paymentId)
      const isNew = await asSystem(tx, async () => {
        const booking = { clinicId: ctx.clinicId, paymentId, amountCents, currency, kind, taxCents, reversal }
        const source = `desk:${ctx.userId}`
        if (!(await bookReversal(tx, { ...booking, occurredAt: now, source, now }))) return false
        await tx
          .insertInto('refunds')
          .values({
            id: reversal,
            clinic_id: ctx.clinicId,
            payment_id: paymentId,
            patient_id: patientId,
            status: 'succeeded',
            amount_cents: amountCents,
            currency,
            refunded_at: now,
          })
          .execute()
        await tx
          .updateTable('payments')
          .set({ refunded_cents: amountCents })
          .where('clinic_id', '=', ctx.clinicId)
          .where('id', '=', paymentId)
          .execute()
        return true
      })
      const details = { payment: paymentId, cents: amountCents, reason, invoice: invoiceId }
      if (isNew) await audit(tx, 'payment.reversed', { type: 'patient', id: patientId }, details)
    })
    return { invoiceId }
  },
})

function loadPayment(ctx: ClinicCtx, paymentId: string) {
  return ctx.transactions.withActor(ctx.caller, async (tx) => {
    const row = await tx
      .selectFrom('payments as p')
      .innerJoin('invoices as i', (join) =>
        join.onRef('i.clinic_id', '=', 'p.clinic_id').onRef('i.id', '=', 'p.invoice_id'),
      )
      .select(['p.patient_id as patientId', 'p.invoice_id as invoiceId', 'i.number'])
      .select(['p.amount_cents as amountCents', 'p.refunded_cents as refundedCents', 'p.currency'])
      .where('p.clinic_id', '=', ctx.clinicId)
      .where('p.id', '=', paymentId)
      .where('p.status', '=', 'succeeded')
      .executeTakeFirst()
    if (!row) throw new AppError('not_found')
    if (row.refundedCents > 0) throw new AppError('payment_reversed')
    const key = `charge:${paymentId}`
    const booked = (await bookedParts(tx, ctx.clinicId, [key])).get(key)
    if (!booked) throw new Error(`payment ${paymentId} is not booked`)
    return { ...row, kind: booked.kind, taxCents: booked.taxCents }
  })
}
