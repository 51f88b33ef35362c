import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import type { DeskInvoice } from '#server/platform/stripe/desk-invoices.ts'
import { presentCustomer } from '../../checkouts/present-customer.ts'
import { payerCustomer } from '../../credits/payer-customer.ts'
import type { RevenueKind } from '../../ledger/ledger.ts'
import { writeNotice } from '../../notices/write-notice.ts'
import type { ConnectedClinic } from '../../stripe-sync/connected-clinic.ts'
import { refreshInvoice } from '../../stripe-sync/refresh/refresh-invoice.ts'

/** Of an invoice made at the desk. */
export interface Sale {
  kind: RevenueKind
  /** Null: as Stripe states it. */
  taxCents: number | null
  /** The invoice whose payment was reversed. */
  replaces: string | null
}

type PatientInvoice = Omit<DeskInvoice, 'customer'> & { patientId: string; sale: Sale }

/**
 * Makes an invoice for a patient, finalizes and mails it. The same `key` makes one invoice. Its sale is stored while it is a
 * draft, before any payment of it can be booked.
 * @returns its id
 * @throws AppError `not_found` for an unknown patient, `payments_unavailable`
 */
export async function issueInvoice(ctx: ClinicCtx, invoice: PatientInvoice): Promise<string> {
  const { clinic } = await payerCustomer(ctx, invoice.patientId)
  const id = await draftInvoice(ctx, invoice)
  await openDraft(ctx, clinic, id, invoice.key)
  await mailInvoice(ctx, id)
  return id
}

/**
 * The first step of `issueInvoice`.
 * @param note notes the invoice in the transaction that stores its sale. Role `system`
 */
export async function draftInvoice(
  ctx: ClinicCtx,
  { patientId, sale, ...invoice }: PatientInvoice,
  note?: (tx: Tx, invoiceId: string) => Promise<unknown>,
): Promise<string> {
  const { clinic, customer: known } = await payerCustomer(ctx, patientId)
  const { account } = clinic
  const customer = await presentCustomer(ctx, { patientId, account, customer: known, email: null })
  const id = await ctx.stripe.deskInvoices.draft(account, { ...invoice, customer })
  await refreshInvoice(ctx, clinic, id, `desk:${ctx.userId}`)
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      await tx
        .updateTable('invoices')
        .set({ sale_kind: sale.kind, sale_tax_cents: sale.taxCents, replaces: sale.replaces })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .execute()
      await note?.(tx, id)
    }),
  )
  return id
}

/** The second step: the invoice can be paid. Idempotent. */
export async function openDraft(
  ctx: ClinicCtx,
  clinic: ConnectedClinic,
  id: string,
  key: string,
): Promise<void> {
  await ctx.stripe.deskInvoices.finalize(clinic.account, id, key)
  await refreshInvoice(ctx, clinic, id, `desk:${ctx.userId}`)
}

/** The last step: mails the patient that it is due. Once for each invoice. */
export async function mailInvoice(ctx: ClinicCtx, id: string): Promise<void> {
  const notice = { clinicId: ctx.clinicId, kind: 'invoice_due' as const, subjectId: id, key: `${id}:issued` }
  await ctx.transactions.withSystem('issue-invoice', (tx) => writeNotice(tx, notice, ctx.now()))
}
