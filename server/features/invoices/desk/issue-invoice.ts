import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import type { DeskInvoice } from '#server/platform/stripe/desk-invoices.ts'
import { presentCustomer } from '../../checkouts/present-customer.ts'
import { payerCustomer } from '../../credits/payer-customer.ts'
import type { RevenueKind } from '../../ledger/ledger.ts'
import { writeNotice } from '../../notices/write-notice.ts'
import { refreshInvoice } from '../../stripe-sync/refresh/refresh-invoice.ts'

/** Of an invoice made at the desk. */
export interface Sale {
  kind: RevenueKind
  /** Null: as Stripe states it. */
  taxCents: number | null
  /** The invoice whose payment was reversed. */
  replaces: string | null
}

/**
 * Makes an invoice for a patient, finalizes and mails it. The same `key` makes one invoice. Its sale is stored while it is a
 * draft, before any payment of it can be booked.
 * @returns its id
 * @throws AppError `not_found` for an unknown patient, `payments_unavailable`
 */
export async function issueInvoice(
  ctx: ClinicCtx,
  { patientId, sale, ...invoice }: Omit<DeskInvoice, 'customer'> & { patientId: string; sale: Sale },
): Promise<string> {
  const { clinic, customer: known } = await payerCustomer(ctx, patientId)
  const { account } = clinic
  const customer = await presentCustomer(ctx, { patientId, account, customer: known, email: null })
  const id = await ctx.stripe.deskInvoices.draft(account, { ...invoice, customer })
  const source = `desk:${ctx.userId}`
  await refreshInvoice(ctx, clinic, id, source)
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, () =>
      tx
        .updateTable('invoices')
        .set({ sale_kind: sale.kind, sale_tax_cents: sale.taxCents, replaces: sale.replaces })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .execute(),
    ),
  )
  await ctx.stripe.deskInvoices.finalize(account, id, invoice.key)
  await refreshInvoice(ctx, clinic, id, source)
  const notice = { clinicId: ctx.clinicId, kind: 'invoice_due' as const, subjectId: id, key: `${id}:issued` }
  await ctx.transactions.withSystem('issue-invoice', (tx) => writeNotice(tx, notice, ctx.now()))
  return id
}
