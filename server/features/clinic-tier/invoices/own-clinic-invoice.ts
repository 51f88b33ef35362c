import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'

/** @throws AppError `not_found` unless it is one of Carefold's invoices to this clinic */
export function requireOwnInvoice(ctx: ClinicCtx, invoiceId: string): Promise<void> {
  return ctx.transactions.withActor(ctx.caller, async (tx) => {
    const seen = await tx
      .selectFrom('clinic_invoices')
      .select('id')
      .where('clinic_id', '=', ctx.clinicId)
      .where('id', '=', invoiceId)
      .executeTakeFirst()
    if (!seen) throw new AppError('not_found')
  })
}
