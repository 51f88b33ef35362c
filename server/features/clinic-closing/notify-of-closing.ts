import type { Services } from '#server/clinic/action.ts'
import { closingMail } from '#server/emails/clinic-closing.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const notifyOfClosingJob = 'clinic-closing.tell'

/**
 * Mails all active members that the clinic closes or stays, in one transaction, so that a retry mails no member twice.
 */
export function notifyOfClosing({
  transactions,
  config,
  mailer,
}: Pick<Services, 'transactions' | 'config' | 'mailer'>) {
  return defineJob<{ clinicId: string; erasedFrom: string | null }>({
    name: notifyOfClosingJob,
    retryLimit: 8,
    retryDelaySeconds: 30,
    run: ({ clinicId, erasedFrom }): Promise<JobResult> =>
      transactions.withSystem(`job:${notifyOfClosingJob}`, async (tx): Promise<JobResult> => {
        const clinic = await senderClinic(tx, config, clinicId)
        const people = await tx
          .selectFrom('clinic_memberships as m')
          .innerJoin('auth.users as u', 'u.id', 'm.user_id')
          .select(['u.email', 'm.role'])
          .where('m.clinic_id', '=', clinicId)
          .where('m.status', '=', 'active')
          .where('m.ended_at', 'is', null)
          .where('u.deleted_at', 'is', null)
          .where('u.email_confirmed_at', 'is not', null)
          .orderBy('m.id')
          .execute()
        const link = clinicOrigin(config, clinic.subdomain)
        for (const { email, role } of people) {
          if (email) await mailer.queue(tx, closingMail({ to: email, clinic, role, erasedFrom, link }))
        }
        return { mailed: people.length }
      }),
  })
}
