import { AppError } from '#domain/errors.ts'
import { retryPauseMinutes } from '#domain/invoices/invoices.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { minuteMs } from '#domain/values/durations.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { isRefusedAccount } from '#server/features/stripe-sync/refused-account.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Claims a failed invoice and its card for this attempt, so that two attempts never charge at once
 * (docs/domain-rules.md rule 15). The caller has checked the permission.
 * @throws AppError `not_found`, `invoice_paid`, `invoice_not_due`, `invoice_by_link`, `subscription_ended`, `patient_card_missing`,
 * `payment_being_tried`, `payment_processing`; `bank_debit_refused` for a bank account that has refused this invoice
 * (docs/domain-rules.md rule 15)
 */
export function claimInvoice(ctx: ClinicCtx, invoiceId: string, attempt: string) {
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
        .select(['i.due_at', 'i.retry_attempt', 'i.retried_at', 'i.attempt_count', 'i.settles_about'])
        .select(['s.status as planStatus', 's.stripe_subscription as stripeSubscription'])
        .select(['c.card_method as method', 'c.card_brand as brand', 'c.card_last4 as last4'])
        .where('i.clinic_id', '=', ctx.clinicId)
        .where('i.id', '=', invoiceId)
        .forUpdate('i')
        .executeTakeFirst()
      if (!due) throw new AppError('not_found')
      // a repeated attempt gets Stripe's answer again, whatever the invoice's state
      const isSame = due.retry_attempt === attempt
      if (!isSame) {
        if (due.status === 'paid') throw new AppError('invoice_paid')
        if (due.status === 'open' && due.due_at) throw new AppError('invoice_by_link')
        // not before the first automatic attempt: Stripe charges a new invoice within the hour
        if (due.status !== 'open' || due.attempt_count === 0) throw new AppError('invoice_not_due')
        if (due.settles_about) throw new AppError('payment_processing')
        if (!isRunning(due.planStatus)) throw new AppError('subscription_ended')
        if (due.retried_at && now.getTime() - due.retried_at.getTime() < retryPauseMinutes * minuteMs)
          throw new AppError('payment_being_tried')
      }
      if (!due.method) throw new AppError('patient_card_missing')
      if (!isSame && (await isRefusedAccount(tx, ctx.clinicId, invoiceId, due)))
        throw new AppError('bank_debit_refused')
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
