import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { accountOfClinic, type ConnectedClinic } from '../../stripe-sync/connected-clinic.ts'

export interface OpenInvoice {
  patientId: string
  currency: string
  /** Of its plan; null without one. */
  planStatus: string | null
  stripeSubscription: string | null
  clinic: ConnectedClinic
}

/**
 * Loads an unpaid invoice and its account; the caller has checked the permission.
 * @param shownCents the open amount that the user saw
 * @throws AppError `not_found`, `invoice_paid`, `invoice_not_due`, `quote_changed`, `payments_unavailable`
 */
export async function loadOpenInvoice(
  ctx: ClinicCtx,
  invoiceId: string,
  shownCents: number,
): Promise<OpenInvoice> {
  const invoice = await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, () =>
      tx
        .selectFrom('invoices as i')
        .leftJoin('subscriptions as s', (join) =>
          join.onRef('s.clinic_id', '=', 'i.clinic_id').onRef('s.id', '=', 'i.subscription_id'),
        )
        .select(['i.status', 'i.stripe_account as account', 'i.patient_id as patientId', 'i.currency'])
        .select(['i.amount_due_cents as dueCents', 's.status as planStatus'])
        .select('s.stripe_subscription as stripeSubscription')
        .where('i.clinic_id', '=', ctx.clinicId)
        .where('i.id', '=', invoiceId)
        .forUpdate('i')
        .executeTakeFirst(),
    ),
  )
  if (!invoice) throw new AppError('not_found')
  const { status, dueCents, account } = invoice
  if (status === 'paid') throw new AppError('invoice_paid')
  if (status !== 'open' && status !== 'uncollectible') throw new AppError('invoice_not_due')
  if (dueCents !== shownCents) throw new AppError('quote_changed')
  const clinic = await ctx.transactions.withSystem('open-invoice', (tx) => accountOfClinic(tx, ctx.clinicId))
  if (!clinic) throw new AppError('payments_unavailable')
  return { ...invoice, clinic: { ...clinic, account } }
}
