import type { Services } from '#server/clinic/action.ts'
import { noClinic } from '#server/platform/database/clinic-of.ts'
import { defineJob, type JobDefinition, type JobResult } from '#server/platform/jobs/jobs.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

export const sendSmsJob = 'sms.send'

/** For the development mailbox. In production the operator's hook sends SMS (`sms-hook.ts`). */
export function deliverSms(
  { transactions, clock }: Pick<Services, 'clock' | 'transactions'>,
  secrets: SecretBox,
): JobDefinition<{ mailId: string }> {
  return defineJob<{ mailId: string }>({
    name: sendSmsJob,
    retryLimit: 3,
    retryDelaySeconds: 10,
    run: ({ mailId }): Promise<JobResult> =>
      transactions.withSystem(`job:${sendSmsJob}`, async (tx): Promise<JobResult> => {
        const sms = await tx
          .selectFrom('app.mails')
          .select('text_body')
          .where('clinic_id', '=', noClinic)
          .where('id', '=', mailId)
          .where('status', '=', 'queued')
          .forUpdate()
          .executeTakeFirst()
        if (!sms) return { sent: false, reason: 'already sent' }
        const text_body = secrets.open(Buffer.from(sms.text_body, 'base64'), mailId)
        await tx
          .updateTable('app.mails')
          .set((row) => ({
            status: 'sent',
            sent_at: clock.now(),
            attempts: row('attempts', '+', 1),
            text_body,
          }))
          .where('clinic_id', '=', noClinic)
          .where('id', '=', mailId)
          .execute()
        return { sent: true }
      }),
  })
}
