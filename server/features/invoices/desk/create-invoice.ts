import { AppError } from '#domain/errors.ts'
import { createInvoiceInput } from '#domain/invoices/invoices.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { issueInvoice } from './issue-invoice.ts'

/**
 * Issues an invoice to a patient for a single sale, paid by link or at the desk. Another sale than a plan's: never in
 * the commission's base (docs/decisions/0189). The patient is mailed the invoice, and a reminder on the day it is due.
 * Idempotent per `attempt`.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `clinic_without_tax`, `payments_unavailable`
 */
export const createInvoice = outwardAction({
  name: 'create-invoice',
  input: createInvoiceInput,
  access: 'payments:collect',
  async run(ctx, { patientId, lines, dueInDays, isTaxed, attempt }): Promise<{ invoiceId: string }> {
    const { currency, rate } = await loadTerms(ctx)
    if (isTaxed && !rate) throw new AppError('clinic_without_tax')
    const invoiceId = await issueInvoice(ctx, {
      patientId,
      currency,
      lines,
      dueInDays,
      taxRate: isTaxed ? rate : null,
      sale: { kind: 'other', taxCents: null, replaces: null },
      key: `invoice:${attempt}`,
    })
    const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, () => auditPatients(tx, 'invoice.issued', [patientId], { invoice: invoiceId, cents })),
    )
    return { invoiceId }
  },
})

function loadTerms(ctx: ClinicCtx): Promise<{ currency: string; rate: string | null }> {
  return ctx.transactions.withSystem('create-invoice', (tx) =>
    tx
      .selectFrom('clinics as c')
      .leftJoin('clinic_taxes as t', (join) =>
        join.onRef('t.clinic_id', '=', 'c.id').on('t.ended_at', 'is', null),
      )
      .select(['c.currency', 't.stripe_rate as rate'])
      .where('c.id', '=', ctx.clinicId)
      .executeTakeFirstOrThrow(),
  )
}
