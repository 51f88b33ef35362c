import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { clinicInvoiceInput } from '#domain/clinic-tier/clinic-tier.ts'
import { AppError } from '#domain/errors.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { requireOwnInvoice } from './own-clinic-invoice.ts'

/**
 * Returns a new link to the PDF of one of Carefold's invoices to the clinic. Stripe's links expire, so none is stored.
 * @throws AppError `not_found`, `invoice_without_pdf`, `payments_unavailable`
 */
export const clinicInvoicePdf = outwardAction({
  name: 'clinic-invoice-pdf',
  input: clinicInvoiceInput,
  access: 'billing:write',
  async run(ctx, { invoiceId }): Promise<PageUrl> {
    await requireOwnInvoice(ctx, invoiceId)
    const url = await ctx.stripe.invoices.pdfUrl(null, invoiceId)
    if (!url) throw new AppError('invoice_without_pdf')
    return { url }
  },
})
