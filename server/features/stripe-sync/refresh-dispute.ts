import type { UserNoticeKind } from '#domain/notices/user-notices.ts'
import type { Services } from '#server/platform/action.ts'
import type { DisputeFacts } from '#server/platform/stripe/charges.ts'
import type { ConnectedClinic } from './connected-clinic.ts'
import { refreshCharge } from './refresh-charge.ts'

/** What the clinic's admins hear of, by the dispute's state; an inquiry that came to nothing is none. */
const kindOf: Partial<Record<DisputeFacts['status'], UserNoticeKind>> = {
  needs_response: 'dispute_opened',
  under_review: 'dispute_opened',
  warning_needs_response: 'dispute_opened',
  warning_under_review: 'dispute_opened',
  lost: 'dispute_lost',
  won: 'dispute_won',
}

/**
 * Reads a dispute at Stripe and alerts the clinic's admins: once when it is opened and once when it is decided, whatever the
 * number and order of events. Evidence is sent at Stripe.
 *
 * @returns what was done, for the inbox; `not ours` for a payment of something that Carefold does not sell
 */
export async function refreshDispute(
  services: Services,
  clinic: ConnectedClinic,
  dispute: string,
  source: string,
): Promise<string> {
  const { transactions, stripe, notices } = services
  const { clinicId, account } = clinic
  const { charge, status } = await stripe.charges.readDispute(account, dispute)
  const kind = kindOf[status]
  if (!kind) return status
  // its own event may be late
  await refreshCharge(services, clinic, charge, source)
  return transactions.withSystem('stripe-sync:refresh-dispute', async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select('patient_id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', charge)
      .executeTakeFirst()
    if (!payment) return 'not ours'
    await notices.notifyAdmins(tx, { clinicId, kind, key: dispute, patientId: payment.patient_id })
    return status
  })
}
