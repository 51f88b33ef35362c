import { AppError } from '#domain/errors.ts'
import { retryPaymentInput } from '#domain/invoices/invoices.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { accountOfClinic } from '../stripe-sync/connected-clinic.ts'
import { refreshInvoice } from '../stripe-sync/refresh/refresh-invoice.ts'
import { refreshSubscription } from '../stripe-sync/refresh/refresh-subscription.ts'
import { claimInvoice } from '../subscriptions/claim-invoice.ts'

/**
 * Charges a payer's card now for a failed renewal (`paid` is false while a bank account is debited), before the next automatic retry. Idempotent per `attempt`; another
 * attempt has to wait two minutes (`retryPauseMinutes`), so that two tabs never charge twice (docs/domain-rules.md rule
 * 15). Audits both outcomes; later retries stay scheduled.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, also without a plan
 * @throws AppError `invoice_paid`, `invoice_not_due`, `subscription_ended`, `patient_card_missing`,
 * `payment_being_tried`, `payment_processing`, `bank_debit_refused`
 * @throws AppError `patient_card_declined` if the bank declines or requires confirmation; `payments_unavailable`
 */
export const retryPayment = outwardAction({
  name: 'retry-payment',
  input: retryPaymentInput,
  access: 'payments:collect',
  async run(ctx, { invoiceId, attempt }): Promise<{ paid: boolean }> {
    const due = await claimInvoice(ctx, invoiceId, attempt)
    const clinic = await ctx.transactions.withSystem('retry-payment', (tx) =>
      accountOfClinic(tx, ctx.clinicId),
    )
    if (!clinic) throw new AppError('payments_unavailable')
    const account = { ...clinic, account: due.account }
    const outcome = await ctx.stripe.invoices.payWith(due.account, invoiceId, {
      method: due.method,
      key: `retry:${invoiceId}:${attempt}`,
    })
    await refreshInvoice(ctx, account, invoiceId, `retry:${ctx.userId}`)
    if (outcome === 'not due') throw await whyNotDue(ctx, invoiceId)
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      audit(
        tx,
        'payment.retried',
        { type: 'patient', id: due.patientId },
        { invoice: invoiceId, to: outcome === 'refused' ? 'declined' : outcome },
      ),
    )
    if (outcome === 'refused') throw new AppError('patient_card_declined')
    // the event would arrive after the page reads again
    await refreshSubscription(ctx, account, due.stripeSubscription)
    return { paid: outcome === 'paid' }
  },
})

/** The reason for an invoice that Stripe no longer charges. */
async function whyNotDue(ctx: ClinicCtx, invoiceId: string): Promise<AppError> {
  const { status } = await ctx.transactions.withSystem('retry-payment', (tx) =>
    tx
      .selectFrom('invoices')
      .select('status')
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', invoiceId)
      .executeTakeFirstOrThrow(),
  )
  return new AppError(status === 'paid' ? 'invoice_paid' : 'invoice_not_due')
}
