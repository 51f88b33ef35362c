import { AppError } from '#domain/errors.ts'
import { nextPaymentLinkAt, sendPaymentLinkInput } from '#domain/invoices/invoices.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { composeNotice } from '../notices/compose/compose-notice.ts'

/**
 * Sends the payer of a failed renewal another mail, with the last attempt, the next one, and the link to pay. At most
 * once in 24 hours (`paymentLinkHours`), automatic mails included.
 * @returns when it was queued, as an ISO string
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, also without a plan
 * @throws AppError `payment_link_sent`, `invoice_paid`, `invoice_not_due`, `subscription_ended`,
 * `payer_without_account`
 */
export const sendPaymentLink = action({
  name: 'send-payment-link',
  input: sendPaymentLinkInput,
  access: 'payments:collect',
  async run(tx, ctx, { invoiceId }): Promise<{ sentAt: string }> {
    const now = ctx.now()
    const patientId = await asSystem(tx, async () => {
      const due = await tx
        .selectFrom('invoices')
        .select(['status', 'patient_id', 'issued_at', 'attempt_count', 'failure_mailed_at'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', invoiceId)
        .where('subscription_id', 'is not', null)
        .forUpdate()
        .executeTakeFirst()
      if (!due) throw new AppError('not_found')
      if (due.status === 'paid') throw new AppError('invoice_paid')
      if (due.attempt_count === 0) throw new AppError('invoice_not_due')
      if (nextPaymentLinkAt(due.failure_mailed_at, now)) throw new AppError('payment_link_sent')
      const decision = await composeNotice(tx, {
        config: ctx.config,
        now,
        hasSms: ctx.sms !== null,
        clinicId: ctx.clinicId,
        kind: 'payment_failed',
        subjectId: invoiceId,
        key: '',
        noticedAt: due.issued_at,
        visit: null,
      })
      if (!('mail' in decision)) {
        throw new AppError(('skipped' in decision && refusals[decision.skipped]) || 'invoice_not_due')
      }
      await ctx.mailer.queue(tx, decision.mail)
      return due.patient_id
    })
    await audit(tx, 'payment_link.sent', { type: 'patient', id: patientId }, { invoice: invoiceId })
    return { sentAt: now.toISOString() }
  },
})

/** Errors by the reason of `compose-notice.ts` for writing no mail. */
const refusals: Record<string, 'subscription_ended' | 'payer_without_account'> = {
  'no running plan': 'subscription_ended',
  'no account': 'payer_without_account',
}
