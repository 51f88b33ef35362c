import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { accountOfClinic } from '../stripe-sync/connected-clinic.ts'
import { refreshInvoice } from '../stripe-sync/refresh/refresh-invoice.ts'
import { refreshSubscription } from '../stripe-sync/refresh/refresh-subscription.ts'
import { claimInvoice } from './claim-invoice.ts'
import type { OpenAmount } from './open-amount.ts'

/**
 * Charges the payer's card for the open amount before a cancellation. The caller has checked the permission. Skips
 * invoices that were paid meanwhile.
 * @param refusal the error if the bank declines or requires confirmation, without any change
 * @throws AppError `quote_changed` if a part was paid before the bank declined the rest
 * @throws AppError `payment_processing` if a bank account is debited, or `bank_debit_refused`
 * @throws AppError `patient_card_missing`, `payment_being_tried`, `payments_unavailable`, `payments_disconnected`
 */
export async function payOpenAmount(
  ctx: ClinicCtx,
  open: OpenAmount,
  refusal: 'card_declined' | 'patient_card_declined',
): Promise<void> {
  const clinic = await ctx.transactions.withSystem('pay-open-amount', (tx) =>
    accountOfClinic(tx, ctx.clinicId),
  )
  if (!clinic) throw new AppError('payments_unavailable')
  let paid = 0
  for (const { id } of open.invoices) {
    const attempt = crypto.randomUUID()
    const due = await claimInvoice(ctx, id, attempt)
    const account = { ...clinic, account: due.account }
    const key = `retry:${id}:${attempt}`
    const outcome = await ctx.stripe.invoices.payWith(due.account, id, { method: due.method, key })
    await refreshInvoice(ctx, account, id, `cancel:${ctx.userId}`)
    const to = outcome === 'refused' ? 'declined' : outcome
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      audit(tx, 'payment.retried', { type: 'patient', id: due.patientId }, { invoice: id, to }),
    )
    // the debit ends in days: the plan is canceled after it
    if (outcome === 'processing') throw new AppError('payment_processing')
    if (outcome === 'refused') throw new AppError(paid > 0 ? 'quote_changed' : refusal)
    paid += 1
    // its event would arrive after the plan has ended
    await refreshSubscription(ctx, account, due.stripeSubscription)
  }
}
