import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { invoicePdfInput } from '#domain/invoices/invoices.ts'
import { isTeamRole } from '#domain/memberships/memberships.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'

/**
 * Returns a new link to the PDF of a patient's invoice. Stripe's links expire, so none is stored. Audits reads by the
 * clinic.
 * @throws AppError `not_allowed` for team members who may not see money; `second_step_required`
 * @throws AppError `not_found`; `invoice_without_pdf` for a draft; `payments_unavailable`
 */
export const invoicePdf = outwardAction({
  name: 'invoice-pdf',
  input: invoicePdfInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { invoiceId }): Promise<PageUrl> {
    const account = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      const isTeam = actor.isBillingOnly || isTeamRole(actor.role)
      if (isTeam) await requirePermission(tx, actor, 'money:read')
      else await ownPatientId(tx, actor)
      const seen = await tx
        .selectFrom('invoices')
        .select('patient_id')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', invoiceId)
        .executeTakeFirst()
      if (!seen) throw new AppError('not_found')
      if (isTeam && seen.patient_id) await recordRead(tx, ['invoices'], [seen.patient_id], 'invoice-pdf')
      return asSystem(tx, async () => {
        const { stripe_account } = await tx
          .selectFrom('invoices')
          .select('stripe_account')
          .where('clinic_id', '=', ctx.clinicId)
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
