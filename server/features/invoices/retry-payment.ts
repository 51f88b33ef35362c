import { minuteMs } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { retryPauseMinutes, retryPaymentInput } from '#domain/invoices/invoices.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { type ClinicCtx, outwardAction } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { accountOfClinic } from '../stripe-sync/connected-clinic.ts'
import { refreshInvoice } from '../stripe-sync/refresh-invoice.ts'
import { refreshSubscription } from '../stripe-sync/refresh-subscription.ts'

/**
 * Charges the card of a payer at once for a renewal that failed, instead of on the next day of the ladder.
 *
 * The same `attempt` charges once, however often it is sent. Other attempts wait for `retryPauseMinutes`, so that two tabs
 * never charge at once (docs/domain-rules.md rule 15). Both outcomes are in the audit trail, and the ladder goes on.
 *
 * @throws AppError `not_allowed`, `second_step_required`
 * @throws AppError `not_found` for an unknown invoice, another clinic's, and one without a plan, alike
 * @throws AppError `invoice_paid`, `invoice_not_due`, `subscription_ended`, `patient_card_missing`, `payment_being_tried`
 * @throws AppError `patient_card_declined` when the bank refuses it, or asks the owner; `payments_unavailable`
 */
export const retryPayment = outwardAction({
  name: 'retry-payment',
  input: retryPaymentInput,
  access: 'payments:collect',
  async run(ctx, { invoiceId, attempt }): Promise<{ paid: true }> {
    const due = await claim(ctx, invoiceId, attempt)
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
        { invoice: invoiceId, to: outcome === 'paid' ? 'paid' : 'declined' },
      ),
    )
    if (outcome === 'refused') throw new AppError('patient_card_declined')
    // its own event would come later than the page is read again
    await refreshSubscription(ctx, account, due.stripeSubscription)
    return { paid: true }
  },
})

/** The invoice, and the card that pays it, taken for this attempt. */
function claim(ctx: ClinicCtx, invoiceId: string, attempt: string) {
  const now = ctx.now()
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const due = await tx
        .selectFrom('invoices as i')
        .innerJoin('subscriptions as s', (join) =>
          join.onRef('s.clinic_id', '=', 'i.clinic_id').onRef('s.id', '=', 'i.subscription_id'),
        )
        .leftJoin('patient_customers as c', (join) =>
          join.onRef('c.clinic_id', '=', 'i.clinic_id').onRef('c.patient_id', '=', 'i.patient_id'),
        )
        .select(['i.status', 'i.stripe_account as account', 'i.patient_id as patientId'])
        .select(['i.retry_attempt', 'i.retried_at', 'i.attempt_count'])
        .select(['s.status as planStatus', 's.stripe_subscription as stripeSubscription'])
        .select('c.card_method as method')
        .where('i.clinic_id', '=', ctx.clinicId)
        .where('i.id', '=', invoiceId)
        .forUpdate('i')
        .executeTakeFirst()
      if (!due) throw new AppError('not_found')
      // a click that is sent again gets Stripe's answer again, whatever became of the invoice
      const isSame = due.retry_attempt === attempt
      if (!isSame) {
        if (due.status === 'paid') throw new AppError('invoice_paid')
        // not before the ladder has tried it: a new invoice is charged by itself within the hour
        if (due.status !== 'open' || due.attempt_count === 0) throw new AppError('invoice_not_due')
        if (!isRunning(due.planStatus)) throw new AppError('subscription_ended')
        if (due.retried_at && now.getTime() - due.retried_at.getTime() < retryPauseMinutes * minuteMs)
          throw new AppError('payment_being_tried')
      }
      if (!due.method) throw new AppError('patient_card_missing')
      await tx
        .updateTable('invoices')
        .set({ retry_attempt: attempt, retried_at: now })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', invoiceId)
        .execute()
      return { ...due, method: due.method }
    }),
  )
}

/** For an invoice that Stripe does not charge any more, as it has just been read. */
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
