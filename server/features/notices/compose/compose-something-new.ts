import { visitWhenInZone } from '#domain/appointments/visit-time.ts'
import { paths } from '#domain/paths.ts'
import type { AccountTextKind } from '#domain/text-messages/text-messages.ts'
import type { ReachedPatient } from '#server/clinic/reach.ts'
import { somethingNewMail } from '#server/emails/notices.ts'
import { visitReminderMail } from '#server/emails/visits.ts'
import { clinicHas } from '../../clinic-tier/tier-features.ts'
import { visitOfReminder } from '../../text-messages/visit-of-reminder.ts'
import { visitLink } from '../../visit-answers/visit-link.ts'
import { isPlanSummary, pageOfNews } from '../links/page-of-news.ts'
import type { NoticeContext } from '../notice.ts'
import { addressGone, type Decision, noAccount, toAccount, withdrawn } from '../recipients.ts'
import { reachedPatient, toRecord } from '../to-record.ts'

/** Patients may switch these off; the mail does not have the content. */
export async function composeSomethingNew(context: NoticeContext): Promise<Decision> {
  const { tx, notice, clinic, page } = context
  const { kind } = notice
  const patient = await reachedPatient(context, notice.subjectId)
  if (!patient) return { skipped: 'left' }
  const { userId } = patient
  if (userId && !patient.getsEmail)
    return { skipped: patient.isEmailGone ? addressGone : 'not wanted by mail' }
  if (kind === 'patient_reminder' && !patient.wantsReminders) return { skipped: 'no reminders' }
  const isInsteadOfText =
    patient.wantsTexts && !(await clinicHas(tx, notice.clinicId, 'text_messages', notice.now))
  if (notice.visit) return composeReminder(context, notice.visit, patient, isInsteadOfText)
  // the content is in the portal
  if (!userId) return { skipped: noAccount }
  const link = page(await pageOfNews(tx, notice))
  return toAccount(tx, userId, ({ email }) =>
    somethingNewMail({
      to: email,
      clinic,
      link,
      about: isPlanSummary(notice) ? 'plan_summary' : (kind as AccountTextKind),
      isInsteadOfText,
    }),
  )
}

async function composeReminder(
  context: NoticeContext,
  of: { id: string; startsAt: Date },
  patient: ReachedPatient,
  isInsteadOfText: boolean,
): Promise<Decision> {
  const { tx, notice, clinic, page } = context
  const visit = await visitOfReminder(tx, { clinicId: notice.clinicId, visit: of, now: notice.now })
  if (!visit) return { skipped: withdrawn }
  const when = visitWhenInZone(visit)
  const about = { clinicId: notice.clinicId, visit: of, origin: page(paths.landing) }
  const link = await visitLink(tx, notice.config, about)
  if (!patient.userId)
    return toRecord(context, patient, (to, stopLink) =>
      visitReminderMail({ to, clinic, when, link, stopLink, isInsteadOfText: false }),
    )
  return toAccount(tx, patient.userId, ({ email: to }) =>
    visitReminderMail({ to, clinic, when, link, isInsteadOfText }),
  )
}
