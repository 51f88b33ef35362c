import { AppError } from '#domain/errors.ts'
import { takenBackStatuses } from '#domain/invoices/disputes.ts'
import type { RefundReason } from '#domain/invoices/inputs.ts'
import { refundPaymentInput } from '#domain/invoices/invoices.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { accountOfClinic } from '../stripe-sync/connected-clinic.ts'
import { refreshCharge } from '../stripe-sync/refresh/refresh-charge.ts'

/**
 * Refunds a patient's payment to its card, in full or in part; it is booked in the month of the refund
 * (docs/domain-rules.md rule 3, rule 6). Idempotent per `attempt`; Stripe limits simultaneous refunds to the payment.
 * The reason is stored here alone: Stripe does not receive it.
 * @returns the amount that can still be refunded, in cents
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, also if it did not succeed;
 * `payment_processing` while a bank account is debited for it
 * @throws AppError `payment_disputed`, `refund_too_large`, `payments_unavailable`
 */
export const refundPayment = outwardAction({
  name: 'refund-payment',
  input: refundPaymentInput,
  access: 'payments:refund',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { paymentId, amountCents, reason, attempt }): Promise<{ leftCents: number }> {
    const payment = await loadPayment(ctx, paymentId)
    const clinic = await ctx.transactions.withSystem('refund-payment', (tx) =>
      accountOfClinic(tx, ctx.clinicId),
    )
    if (!clinic) throw new AppError('payments_unavailable')
    if (await isTakenBack(ctx, paymentId)) throw new AppError('payment_disputed')
    const refundId = await ctx.stripe.charges.refund(payment.account, paymentId, {
      amountCents,
      key: `refund:${paymentId}:${attempt}`,
    })
    await refreshCharge(ctx, { ...clinic, account: payment.account }, paymentId, `refund:${ctx.userId}`)
    if (!refundId) throw new AppError('refund_too_large')
    await ctx.transactions.withActor(ctx.caller, async (tx) => {
      if (reason) await asSystem(tx, () => storeReason(tx, ctx.clinicId, refundId, reason))
      await audit(
        tx,
        'payment.refunded',
        { type: 'patient', id: payment.patientId },
        { payment: paymentId, cents: amountCents, ...(reason && { reason }) },
      )
    })
    const { leftCents } = await loadPayment(ctx, paymentId)
    return { leftCents }
  },
})

function storeReason(tx: Tx, clinicId: string, refundId: string, reason: RefundReason) {
  return tx
    .updateTable('refunds')
    .set({ reason })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', refundId)
    .execute()
}

function isTakenBack(ctx: ClinicCtx, paymentId: string): Promise<boolean> {
  return ctx.transactions.withSystem('refund-payment', async (tx) => {
    const dispute = await tx
      .selectFrom('disputes')
      .select('id')
      .where('clinic_id', '=', ctx.clinicId)
      .where('payment_id', '=', paymentId)
      .where('status', 'in', [...takenBackStatuses])
      .executeTakeFirst()
    return dispute !== undefined
  })
}

function loadPayment(ctx: ClinicCtx, paymentId: string) {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const row = await tx
        .selectFrom('payments')
        .select(['stripe_account as account', 'patient_id as patientId', 'amount_cents', 'refunded_cents'])
        .select('status')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', paymentId)
        .where('status', 'in', ['pending', 'succeeded'])
        .executeTakeFirst()
      if (!row) throw new AppError('not_found')
      if (row.status === 'pending') throw new AppError('payment_processing')
      return { ...row, leftCents: row.amount_cents - row.refunded_cents }
    }),
  )
}
