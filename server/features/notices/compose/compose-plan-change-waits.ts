import { paths } from '#domain/paths.ts'
import { planChangeWaitsMail } from '#server/emails/notices.ts'
import type { NoticeContext } from '../notice.ts'
import { type Decision, toPatient } from '../recipients.ts'
import { readWaiting } from '../waiting-plans.ts'

/** To the payer: a change is recorded and not yet confirmed by Stripe. Role `system`. */
export async function composePlanChangeWaits({ tx, notice, clinic, page }: NoticeContext): Promise<Decision> {
  const [waiting] = await readWaiting(tx, notice.now, {
    clinicId: notice.clinicId,
    subscriptionId: notice.subjectId,
  })
  if (!waiting) return { skipped: 'confirmed since' }
  return toPatient(tx, notice.clinicId, waiting.patientId, (to) =>
    planChangeWaitsMail({ to, clinic, link: page(paths.pay), since: waiting.since }),
  )
}
