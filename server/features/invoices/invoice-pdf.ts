import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { invoicePdfInput } from '#domain/invoices/invoices.ts'
import { can } from '#domain/permissions.ts'
import { outwardAction } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * A fresh address of an invoice's PDF: Stripe's links expire, so none is stored.
 *
 * @throws AppError `not_allowed` for team members who may not see money
 * @throws AppError `not_found` for an unknown invoice and for somebody else's, alike
 * @throws AppError `invoice_without_pdf` while it is a draft; `payments_unavailable`
 */
export const invoicePdf = outwardAction({
  name: 'invoice-pdf',
  input: invoicePdfInput,
  access: 'signed-in',
  async run(ctx, { invoiceId }): Promise<PageUrl> {
    const isTeam = ctx.actor.role !== null && ctx.actor.role !== 'patient'
    if (isTeam && !can(ctx.actor, 'money:read')) throw new AppError('not_allowed')
    const account = await ctx.transactions.withActor(ctx.caller, async (tx) => {
      // the policies decide whose invoice it may be
      const seen = await tx
        .selectFrom('invoices')
        .select('id')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', invoiceId)
        .executeTakeFirst()
      if (!seen) throw new AppError('not_found')
      return asSystem(tx, async () => {
        const { stripe_account } = await tx
          .selectFrom('invoices')
          .select('stripe_account')
          .where('id', '=', invoiceId)
          .executeTakeFirstOrThrow()
        return stripe_account
      })
    })
    const url = await ctx.stripe.invoices.pdfUrl(account, invoiceId)
    if (!url) throw new AppError('invoice_without_pdf')
    return { url }
  },
})
