import { AppError } from '#domain/errors.ts'
import { isBankAccount } from '#domain/payouts/bank-debits.ts'
import { deskVisitFeeTexts } from '#domain/texts/desk-visit-fees.ts'
import { type FeeReason, feeCents, feeDueInDays } from '#domain/visit-fees/fees.ts'
import { type ChargedFee, chargeVisitFeeInput } from '#domain/visit-fees/visit-fees.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { draftInvoice, mailInvoice, openDraft } from '../invoices/desk/issue-invoice.ts'
import { accountOfClinic } from '../stripe-sync/connected-clinic.ts'
import { refreshInvoice } from '../stripe-sync/refresh/refresh-invoice.ts'
import { lockFee } from './fee-rows.ts'

/**
 * Charges the fee that the patient accepted for a visit that was missed or canceled late: an invoice of the
 * desk, paid by the saved card or by link (docs/decisions/0216). Once for each visit; a repeated request continues the
 * first. If the bank declines the card, the invoice stays open and the patient is mailed its link.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `visit_fee_not_due`, `quote_changed`
 * @throws AppError `clinic_without_tax` if the clinic's prices do not include a tax; `patient_card_missing`,
 * `payments_unavailable`
 */
export const chargeVisitFee = outwardAction({
  name: 'charge-visit-fee',
  input: chargeVisitFeeInput,
  access: 'visit-fees:charge',
  async run(ctx, { appointmentId, amountCents, byCard, isTaxed }): Promise<ChargedFee> {
    const claim = await claimFee(ctx, { appointmentId, amountCents, byCard, isTaxed })
    if (claim.isCharged) return { outcome: claim.isPaid ? 'paid' : 'mailed' }
    const { clinic, feeId, invoiceId, key, card } = claim
    const invoice = invoiceId ?? (await draft(ctx, claim))
    await openDraft(ctx, clinic, invoice, key)
    const paid =
      card &&
      (await ctx.stripe.invoices.payWith(clinic.account, invoice, { method: card, key: `${key}:card` }))
    if (paid) await refreshInvoice(ctx, clinic, invoice, `desk:${ctx.userId}`)
    const outcome = paid === 'refused' ? 'declined' : paid ? 'paid' : 'mailed'
    if (outcome !== 'paid') await mailInvoice(ctx, invoice)
    await finish(ctx, { ...claim, feeId, invoice })
    return { outcome }
  },
})

type Claim = Awaited<ReturnType<typeof claimFee>>

interface Wish {
  appointmentId: string
  amountCents: number
  byCard: boolean
  isTaxed: boolean
}

/** Reserves the fee, so that the visit is not reopened meanwhile. The first press decides on the tax. */
async function claimFee(ctx: ClinicCtx, wish: Wish) {
  const { clinicId } = ctx
  const { appointmentId, amountCents, byCard } = wish
  const { clinic, taxRate, card, isPaid } = await readMeans(ctx, appointmentId)
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const fee = await lockFee(tx, clinicId, appointmentId)
      const { reason, patientId, currency } = fee
      const cents = reason && feeCents(fee, reason)
      if (fee.waivedAt || !reason || !cents) throw new AppError('visit_fee_not_due')
      if (cents !== amountCents) throw new AppError('quote_changed')
      const isTaxed = fee.claimedAt ? fee.isTaxed : wish.isTaxed
      const isCharged = fee.chargedAt !== null
      if (!clinic || clinic.isDisconnected) throw new AppError('payments_unavailable')
      if (isTaxed && !taxRate && !isCharged) throw new AppError('clinic_without_tax')
      if (byCard && !card && !isCharged) throw new AppError('patient_card_missing')
      if (!fee.claimedAt)
        await tx
          .updateTable('visit_fees')
          .set({ reason, is_taxed: isTaxed, claimed_at: ctx.now() })
          .where('clinic_id', '=', clinicId)
          .where('id', '=', fee.id)
          .execute()
      return {
        ...{ appointmentId, patientId, clinic, reason, cents, currency, isCharged, isPaid },
        feeId: fee.id,
        invoiceId: fee.invoiceId,
        key: `visit-fee:${fee.id}`,
        taxRate: isTaxed ? taxRate : null,
        card: byCard ? card : null,
      }
    }),
  )
}

/**
 * Stripe’s ids, which are granted to no caller: the account, the saved card of the visit's patient, and the tax that prices
 * include; a tax on top would exceed the accepted amount.
 */
function readMeans(ctx: ClinicCtx, appointmentId: string) {
  const { clinicId } = ctx
  return ctx.transactions.withSystem('charge-visit-fee', async (tx) => {
    const [clinic, tax, payer] = await Promise.all([
      accountOfClinic(tx, clinicId),
      tx
        .selectFrom('clinic_taxes')
        .select('stripe_rate as rate')
        .where('clinic_id', '=', clinicId)
        .where('ended_at', 'is', null)
        .where('is_inclusive', '=', true)
        .executeTakeFirst(),
      tx
        .selectFrom('visit_fees as f')
        .leftJoin('patient_customers as c', (join) =>
          join.onRef('c.clinic_id', '=', 'f.clinic_id').onRef('c.patient_id', '=', 'f.patient_id'),
        )
        .leftJoin('invoices as i', (join) =>
          join.onRef('i.clinic_id', '=', 'f.clinic_id').onRef('i.id', '=', 'f.invoice_id'),
        )
        .select(['c.card_method as method', 'c.card_brand as brand', 'i.status'])
        .where('f.clinic_id', '=', clinicId)
        .where('f.appointment_id', '=', appointmentId)
        .executeTakeFirst(),
    ])
    const card = payer?.method && !isBankAccount(payer.brand) ? payer.method : null
    return { clinic, taxRate: tax?.rate ?? null, card, isPaid: payer?.status === 'paid' }
  })
}

/** The invoice is noted with its sale, so that a press after a crash finds it. */
function draft(ctx: ClinicCtx, { feeId, patientId, reason, cents, currency, taxRate, key }: Claim) {
  return draftInvoice(
    ctx,
    {
      patientId,
      currency,
      lines: [{ description: lineOf(reason), amountCents: cents }],
      dueInDays: feeDueInDays,
      taxRate,
      sale: { kind: 'other', taxCents: null, replaces: null },
      key,
    },
    (tx, invoiceId) =>
      tx
        .updateTable('visit_fees')
        .set({ invoice_id: invoiceId })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', feeId)
        .execute(),
  )
}

/** Names neither day nor kind of the visit: it is printed, and stored at Stripe. */
const lineOf = (reason: FeeReason): string => deskVisitFeeTexts.reasons[reason]

/** Audits once, whichever of two presses is first here. */
async function finish(
  ctx: ClinicCtx,
  { feeId, appointmentId, patientId, cents, reason, invoice }: Claim & { invoice: string },
): Promise<void> {
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('visit_fees')
        .set({ charged_at: ctx.now(), charged_by: ctx.userId })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', feeId)
        .where('charged_at', 'is', null)
        .where('waived_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      const subject = { type: 'appointment', id: appointmentId }
      await auditPatients(tx, 'visit_fee.charged', [patientId], { invoice, cents, reason }, { subject })
    }),
  )
}
