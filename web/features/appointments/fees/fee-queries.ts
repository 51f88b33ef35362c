import { queryOptions } from '@tanstack/react-query'
import { type FeeAmounts, type FeeReason, type FeeState, feeStateOf } from '#domain/visit-fees/fees.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** The fees that a patient accepted for a visit, and the charge. */
export interface VisitFee extends FeeAmounts {
  appointmentId: string
  /** the kind of visit that it was accepted for */
  type: string
  currency: string
  /** the deadline that was accepted */
  cancelWindowHours: number
  terms: string
  /** ISO instant */
  acceptedAt: string
  /** when the patient canceled late, after reading that the fee may be charged */
  lateAt: string | null
  /** of the charge */
  reason: FeeReason | null
  state: FeeState
}

const columns =
  'appointment_id,type,late_cancel_cents,no_show_cents,currency,cancel_window_hours,terms,accepted_at,late_at,reason,charged_at,waived_at,invoice:invoices(status,payments(status,amount_cents,refunded_cents))'

/** By visit. Whether a fee is paid is known only to the roles of money. */
export function visitFeesQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'fees', patientId),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, VisitFee>> => {
      const { data, error } = await rest
        .from('visit_fees')
        .select(columns)
        .eq('patient_id', patientId)
        .abortSignal(signal)
      if (error) throw error
      return new Map(
        data.map((row) => {
          const paid = row.invoice?.payments.filter(({ status }) => status === 'succeeded') ?? []
          const invoice = row.invoice && {
            status: row.invoice.status,
            paidCents: paid.reduce((sum, payment) => sum + payment.amount_cents, 0),
            refundedCents: paid.reduce((sum, payment) => sum + payment.refunded_cents, 0),
          }
          const charge = { isCharged: row.charged_at !== null, isWaived: row.waived_at !== null }
          const fee = {
            appointmentId: row.appointment_id,
            type: row.type,
            lateCancelCents: row.late_cancel_cents,
            noShowCents: row.no_show_cents,
            currency: row.currency,
            cancelWindowHours: row.cancel_window_hours,
            terms: row.terms,
            acceptedAt: row.accepted_at,
            lateAt: row.late_at,
            reason: row.reason as FeeReason | null,
            state: feeStateOf(charge, invoice),
          }
          return [row.appointment_id, fee]
        }),
      )
    },
  })
}

/** The card that a fee can be charged to; null without one. For the roles of money. */
export function savedCardQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'saved-card', patientId),
    queryFn: async ({ signal }): Promise<{ brand: string; last4: string } | null> => {
      const { data, error } = await rest
        .from('patient_customers')
        .select('card_brand,card_last4')
        .eq('patient_id', patientId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      const { card_brand: brand = null, card_last4: last4 = null } = data ?? {}
      return brand && last4 ? { brand, last4 } : null
    },
  })
}
