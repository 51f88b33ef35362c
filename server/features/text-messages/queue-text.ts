import type { TextKind } from '#domain/text-messages/text-messages.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { decideText } from './decide-text.ts'
import { sendTextJob } from './send-text.ts'

/**
 * Queues the text message of a notice, once. During quiet hours it waits for `sendDueTexts`. Role `system`.
 * @returns whether the notice has a text message
 */
export async function queueText(
  tx: Tx,
  { clock, jobs, sms }: Pick<Services, 'clock' | 'jobs' | 'sms'>,
  notice: {
    id: string
    clinicId: string
    patientId: string
    kind: TextKind
    visit: { startsAt: Date } | null
  },
): Promise<boolean> {
  const now = clock.now()
  const decision = await decideText(tx, sms, { ...notice, now })
  if ('withheld' in decision) return false
  if (notice.visit && decision.notBefore && decision.notBefore >= notice.visit.startsAt) return false
  const text = await tx
    .insertInto('app.text_messages')
    .values({
      clinic_id: notice.clinicId,
      patient_id: notice.patientId,
      kind: notice.kind,
      notice_id: notice.id,
      phone: decision.phone,
      queued_at: now,
      send_at: decision.notBefore ?? now,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'notice_id', 'patient_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (text && !decision.notBefore) {
    const { clinicId } = notice
    await jobs.enqueue(tx, sendTextJob, { clinicId, textId: text.id }, { once: text.id })
  }
  return true
}
