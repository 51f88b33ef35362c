import type { UserNoticeKind } from '#domain/notices/user-notices.ts'
import type { Services } from '#server/clinic/action.ts'
import { bookLostDispute } from '#server/features/ledger/book-dispute.ts'
import { bookMovements } from '#server/features/ledger/book-movements.ts'
import type { DisputeFacts } from '#server/platform/stripe/disputes.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'
import { takeNextRead } from '../next-read.ts'
import { refreshCharge } from './refresh-charge.ts'

/** Notices by the dispute's state; none for an inquiry that was closed. */
const kindOf: Partial<Record<DisputeFacts['status'], UserNoticeKind>> = {
  needs_response: 'dispute_opened',
  under_review: 'dispute_opened',
  warning_needs_response: 'dispute_opened',
  warning_under_review: 'dispute_opened',
  lost: 'dispute_lost',
  won: 'dispute_won',
}

/**
 * Reads a dispute from Stripe, books a lost one, and notifies the admins once when opened and once when decided.
 * @returns the result, for the inbox; `not ours` for a payment of something that Carefold does not sell
 */
export async function refreshDispute(
  services: Services,
  clinic: ConnectedClinic,
  dispute: string,
  source: string,
): Promise<string> {
  const { transactions, stripe, notices, clock } = services
  const { clinicId, account } = clinic
  const readNo = await takeNextRead(transactions, 'stripe-sync:refresh-dispute')
  const facts = await stripe.disputes.read(account, dispute)
  const { charge, status } = facts
  // in case its own event is late
  await refreshCharge(services, clinic, charge, source)
  return transactions.withSystem('stripe-sync:refresh-dispute', async (tx) => {
    await bookMovements(tx, { clinicId, movements: facts.movements, source, now: clock.now() })
    const payment = await tx
      .selectFrom('payments')
      .select('patient_id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', charge)
      .executeTakeFirst()
    if (!payment) return 'not ours'
    const state = {
      status,
      amount_cents: facts.amountCents,
      due_by: facts.dueBy,
      is_answered: facts.isAnswered,
      evidence: facts.evidence,
      read_no: readNo,
    }
    const changed = await tx
      .insertInto('disputes')
      .values({
        id: dispute,
        clinic_id: clinicId,
        stripe_account: account,
        payment_id: charge,
        patient_id: payment.patient_id,
        reason: facts.reason,
        currency: facts.currency,
        opened_at: facts.openedAt,
        ...state,
      })
      .onConflict((conflict) =>
        conflict.columns(['clinic_id', 'id']).doUpdateSet(state).where('disputes.read_no', '<', readNo),
      )
      .returning('id')
      .executeTakeFirst()
    if (status === 'lost') await bookLostDispute(tx, { clinicId, facts, source, now: clock.now() })
    if (!changed) return 'older than known'
    const kind = kindOf[status]
    if (kind) await notices.notifyAdmins(tx, { clinicId, kind, key: dispute, patientId: payment.patient_id })
    return status
  })
}
