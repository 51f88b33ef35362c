import { AppError } from '#domain/errors.ts'
import { type DeskMethod, deskPaymentId, oldestReceivedDays } from '#domain/invoices/inputs.ts'
import { recordPaymentInput } from '#domain/invoices/invoices.ts'
import { addDays, dateIn, instantOf } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { refreshInvoice } from '../../stripe-sync/refresh/refresh-invoice.ts'
import { refreshSubscription } from '../../stripe-sync/refresh/refresh-subscription.ts'
import { loadOpenInvoice, type OpenInvoice } from './open-invoice.ts'

/**
 * Records cash, a check or a bank transfer that paid an open invoice in full, also a written-off one: Stripe closes the
 * invoice, the ledger books the money outside Stripe, and the payer receives a receipt. Idempotent per invoice.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, `invoice_paid`, `invoice_not_due`
 * @throws AppError `quote_changed`, `received_day_unfit`, `payments_unavailable`
 */
export const recordPayment = outwardAction({
  name: 'record-payment',
  input: recordPaymentInput,
  access: 'payments:collect',
  async run(ctx, { invoiceId, amountCents, method, receivedOn, reference }): Promise<{ paymentId: string }> {
    const paymentId = deskPaymentId(invoiceId)
    const paid = { method, reference: reference || null }
    const open = await loadOpenInvoice(ctx, invoiceId, amountCents).catch(async (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'invoice_paid')) throw error
      // a second press of the same entry
      const stored = await storedEntry(ctx, paymentId)
      if (stored?.method !== method || stored.reference !== paid.reference) throw error
      await auditEntry(ctx, paymentId)
      return null
    })
    if (!open) return { paymentId }
    const receivedAt = receivedInstant(receivedOn, open, ctx.now())
    const entry = { ...paid, charged_at: receivedAt }
    await enter(ctx, open, { id: paymentId, invoice_id: invoiceId, amount_cents: amountCents, ...entry })
    const { clinic } = open
    const status = await ctx.stripe.invoices
      .payOutside(clinic.account, invoiceId, `desk-payment:${invoiceId}`)
      .catch(async (error: unknown) => {
        await giveUp(ctx, paymentId)
        throw error
      })
    await refreshInvoice(ctx, clinic, invoiceId, `desk:${ctx.userId}`)
    if (!(await storedEntry(ctx, paymentId))) {
      await giveUp(ctx, paymentId)
      throw new AppError(status === 'paid' ? 'invoice_paid' : 'invoice_not_due')
    }
    await auditEntry(ctx, paymentId)
    // the event would arrive after the page reads again
    if (open.stripeSubscription) await refreshSubscription(ctx, clinic, open.stripeSubscription)
    return { paymentId }
  },
})

/** Noon of the clinic's day, or now. @throws AppError `received_day_unfit` */
function receivedInstant(on: string, { clinic }: OpenInvoice, now: Date): Date {
  const today = dateIn(now, clinic.timeZone)
  if (on > today || on < addDays(today, -oldestReceivedDays)) throw new AppError('received_day_unfit')
  return on === today ? now : instantOf(on, 12, clinic.timeZone)
}

/** Stored before Stripe is called: a lost answer is booked by Stripe's event. The last entry before the answer counts. */
async function enter(
  ctx: ClinicCtx,
  { clinic, patientId, currency }: OpenInvoice,
  row: {
    id: string
    invoice_id: string
    amount_cents: number
    method: DeskMethod
    reference: string | null
    charged_at: Date
  },
): Promise<void> {
  const { clinicId } = ctx
  const { id: _id, ...entry } = { ...row, status: 'pending' }
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, () =>
      tx
        .insertInto('payments')
        .values({
          ...row,
          status: 'pending',
          clinic_id: clinicId,
          stripe_account: clinic.account,
          patient_id: patientId,
          currency,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['clinic_id', 'id'])
            .doUpdateSet(entry)
            .where('payments.status', '<>', 'succeeded'),
        )
        .execute(),
    ),
  )
}

/** The payment once Stripe has closed its invoice. */
function storedEntry(ctx: ClinicCtx, paymentId: string) {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    tx
      .selectFrom('payments')
      .select(['method', 'reference'])
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', paymentId)
      .where('status', '=', 'succeeded')
      .executeTakeFirst(),
  )
}

/** Once for each payment: of two presses, or of a second one after a lost answer, the first here writes the line. */
function auditEntry(ctx: ClinicCtx, paymentId: string): Promise<void> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const entry = await tx
        .updateTable('payments')
        .set({ audited_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', paymentId)
        .where('audited_at', 'is', null)
        .returning(['patient_id', 'invoice_id', 'amount_cents', 'method'])
        .executeTakeFirst()
      if (!entry) return
      const { patient_id: id, invoice_id: invoice, amount_cents: cents, method } = entry
      await audit(tx, 'payment.recorded', { type: 'patient', id }, { invoice, cents, method })
    }),
  )
}

async function giveUp(ctx: ClinicCtx, paymentId: string): Promise<void> {
  await ctx.transactions.withSystem('record-payment', (tx) =>
    tx
      .updateTable('payments')
      .set({ status: 'failed', failure_code: 'not_recorded' })
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', paymentId)
      .where('status', '=', 'pending')
      .execute(),
  )
}
