import { AppError } from '#domain/errors.ts'
import {
  type FeeInvoice,
  type FeeReason,
  feeReasonOf,
  feeStateOf,
  isSettled,
} from '#domain/visit-fees/fees.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Locks a visit, then the fees that its patient accepted for it. Role `system`.
 * @returns `reason`: for which a fee may be charged; null for none
 * @throws AppError `not_found`; `visit_fee_not_due` for a visit without accepted fees
 */
export async function lockFee(tx: Tx, clinicId: string, appointmentId: string) {
  const visit = await tx
    .selectFrom('appointments')
    .select(['status', 'type', 'patient_id as patientId'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', appointmentId)
    .forUpdate()
    .executeTakeFirst()
  if (!visit) throw new AppError('not_found')
  const fee = await tx
    .selectFrom('visit_fees')
    .select([
      'id',
      'type',
      'currency',
      'late_cancel_cents as lateCancelCents',
      'no_show_cents as noShowCents',
    ])
    .select(['reason', 'claimed_at as claimedAt', 'is_taxed as isTaxed', 'invoice_id as invoiceId'])
    .select(['charged_at as chargedAt', 'waived_at as waivedAt', 'late_at as lateAt'])
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .forUpdate()
    .executeTakeFirst()
  // accepted for another kind of visit
  if (!fee || fee.type !== visit.type) throw new AppError('visit_fee_not_due')
  const { patientId } = visit
  return { ...fee, patientId, reason: (fee.reason as FeeReason | null) ?? feeReasonOf(visit.status, fee) }
}

/** The patient has read that the fee may be charged, or canceled late by phone. Role `system`. */
export async function noteLateCancellation(
  tx: Tx,
  clinicId: string,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('visit_fees')
    .set({ late_at: now })
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .execute()
}

/**
 * Before late cancellations of these visits are undone. Role `system`.
 * @throws AppError `visit_fee_charged` while the fee of one is charged and not returned
 */
export async function forgetLateCancellations(
  tx: Tx,
  clinicId: string,
  appointmentIds: string[],
): Promise<void> {
  const late = await tx
    .selectFrom('visit_fees')
    .select('appointment_id as id')
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', 'in', appointmentIds)
    .where('late_at', 'is not', null)
    .forUpdate()
    .execute()
  for (const { id } of late) {
    await requireNoFee(tx, clinicId, id)
    await tx
      .updateTable('visit_fees')
      .set({ late_at: null })
      .where('clinic_id', '=', clinicId)
      .where('appointment_id', '=', id)
      .execute()
  }
}

/**
 * Before a missed visit is reopened. Role `system`.
 * @throws AppError `visit_fee_charged` while its fee is charged and not returned
 */
export async function requireNoFee(tx: Tx, clinicId: string, appointmentId: string): Promise<void> {
  const fee = await tx
    .selectFrom('visit_fees as f')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.clinic_id', '=', 'f.clinic_id').onRef('i.id', '=', 'f.invoice_id'),
    )
    .select(['f.waived_at as waivedAt', 'i.status', 'i.id as invoiceId'])
    .where('f.clinic_id', '=', clinicId)
    .where('f.appointment_id', '=', appointmentId)
    .where('f.claimed_at', 'is not', null)
    .executeTakeFirst()
  if (!fee) return
  const invoice = fee.invoiceId ? await invoiceOf(tx, clinicId, fee.invoiceId, fee.status ?? '') : null
  const state = feeStateOf({ isCharged: true, isWaived: fee.waivedAt !== null }, invoice)
  if (!isSettled(state)) throw new AppError('visit_fee_charged')
}

async function invoiceOf(tx: Tx, clinicId: string, invoiceId: string, status: string): Promise<FeeInvoice> {
  const payments = await tx
    .selectFrom('payments')
    .select(['amount_cents', 'refunded_cents'])
    .where('clinic_id', '=', clinicId)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'succeeded')
    .execute()
  return {
    status,
    paidCents: payments.reduce((sum, payment) => sum + payment.amount_cents, 0),
    refundedCents: payments.reduce((sum, payment) => sum + payment.refunded_cents, 0),
  }
}
