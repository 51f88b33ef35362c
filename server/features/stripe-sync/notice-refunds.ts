import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { ChargeFacts } from '#server/platform/stripe/charges.ts'
import { writeNotice } from '../notices/write-notice.ts'

/** An older refund was seen before: its payment is read again for another reason. */
const newsMs = 7 * dayMs
/** A bank can refuse a refund weeks later. */
const failureNewsMs = 60 * dayMs

/**
 * Notifies payers of refunds of these charges, and payers and admins of failed ones, once each. Skips refunds at a
 * plan's end, which has its own notice. Role `system`.
 */
export async function noticeRefunds(
  { notices, clock }: Pick<Services, 'notices' | 'clock'>,
  tx: Tx,
  { clinicId, patientId }: { clinicId: string; patientId: string },
  charges: readonly ChargeFacts[],
): Promise<void> {
  const now = clock.now()
  for (const { id, status, refundedAt, isOfLeaving } of charges.flatMap(({ refunds }) => refunds)) {
    const age = now.getTime() - refundedAt.getTime()
    if (status === 'succeeded' && age < newsMs && !isOfLeaving)
      await writeNotice(tx, { clinicId, kind: 'refund_given', subjectId: id, key: id }, now)
    if (status === 'failed' && age < failureNewsMs) {
      await writeNotice(tx, { clinicId, kind: 'refund_failed', subjectId: id, key: id }, now)
      await notices.notifyAdmins(tx, { clinicId, kind: 'refund_failed', key: id, patientId })
    }
  }
}
