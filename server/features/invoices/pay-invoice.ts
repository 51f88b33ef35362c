import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { payInvoiceInput } from '#domain/invoices/invoices.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'
import { requireAgreement } from '../subscriptions/require-agreement.ts'

/**
 * Returns a new link to the Stripe page where the caller pays a due invoice, with any card. Links expire, so none is
 * mailed or stored.
 * @throws AppError `not_allowed` unless a patient; `second_step_required`, `not_found`
 * @throws AppError `agreement_missing` for a plan that the desk added, until `sign-agreement`
 * @throws AppError `invoice_not_due` once it is paid or void; `payments_unavailable`
 */
export const payInvoice = outwardAction({
  name: 'pay-invoice',
  input: payInvoiceInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { invoiceId }): Promise<PageUrl> {
    const account = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      const patientId = await ownPatientId(tx, actor)
      if (!patientId) throw new AppError('not_allowed')
      return asSystem(tx, async () => {
        const invoice = await tx
          .selectFrom('invoices')
          .select(['stripe_account', 'subscription_id as plan', 'due_at as dueAt'])
          .where('clinic_id', '=', ctx.clinicId)
          .where('id', '=', invoiceId)
          .where('patient_id', '=', patientId)
          .executeTakeFirst()
        if (!invoice) throw new AppError('not_found')
        if (invoice.plan && invoice.dueAt) await requireAgreement(tx, ctx.clinicId, invoice.plan)
        return invoice.stripe_account
      })
    })
    const url = await ctx.stripe.invoices.payUrl(account, invoiceId)
    if (!url) throw new AppError('invoice_not_due')
    return { url }
  },
})
