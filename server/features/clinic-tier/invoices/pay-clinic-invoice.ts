import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { clinicInvoiceInput } from '#domain/clinic-tier/clinic-tier.ts'
import { AppError } from '#domain/errors.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { refreshClinicInvoice } from '#server/features/stripe-sync/refresh/refresh-clinic-invoice.ts'
import { requireOwnInvoice } from './own-clinic-invoice.ts'

/**
 * Returns a new link to the page where an admin pays one of Carefold's invoices by hand, with any card, or confirms the
 * payment with the bank.
 * @throws AppError `not_found`; `invoice_not_due` once it is paid or void; `payments_unavailable`
 */
export const payClinicInvoice = outwardAction({
  name: 'pay-clinic-invoice',
  input: clinicInvoiceInput,
  access: 'billing:write',
  async run(ctx, { invoiceId }): Promise<PageUrl> {
    await requireOwnInvoice(ctx, invoiceId)
    const url = await ctx.stripe.invoices.payUrl(null, invoiceId)
    if (url) return { url }
    // in case its event is late
    await refreshClinicInvoice(ctx, invoiceId, 'pay-clinic-invoice')
    throw new AppError('invoice_not_due')
  },
})
