import type { Summary } from '#domain/notices/user-notices.ts'
import type { NoticeEvent } from '#domain/preferences/notice-preferences.ts'
import { summaryLines, userNoticeTexts } from '#domain/texts/notices.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { formatDate } from '#domain/values/dates.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { renderMail } from './layout.ts'

interface TeamMail {
  to: string
  clinic: SenderClinic
  link: string
  settingsLink: string
}

/**
 * Notifies a team member of new notices, without details.
 *
 * @param mail.counts per event
 */
export function teamNoticeMail({
  to,
  clinic,
  link,
  settingsLink,
  counts,
}: TeamMail & { counts: [NoticeEvent, number][] }): Mail {
  const texts = userNoticeTexts.mail
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  return {
    template: 'team-notice',
    to,
    subject: texts.subject(clinic.name),
    ...renderMail({
      brand: brandOf(clinic),
      preheader: texts.lead(total, clinic.name),
      heading: texts.heading,
      paragraphs: [texts.lead(total, clinic.name)],
      facts: counts.map(([event, count]) => [preferenceTexts.notices.events[event].label, String(count)]),
      button: { label: total === 1 ? texts.buttonOfOne : texts.button, href: link },
      notes: [texts.why(settingsLink)],
    }),
    clinicId: clinic.id,
  }
}

/**
 * The day's figures for a team member, without names.
 *
 * @param mail.day YYYY-MM-DD
 */
export function dailySummaryMail({
  to,
  clinic,
  link,
  settingsLink,
  day,
  figures,
}: TeamMail & { day: string; figures: Summary }): Mail {
  const texts = userNoticeTexts.summary
  return {
    template: 'daily-summary',
    to,
    subject: texts.subject(clinic.name, formatDate(day)),
    ...renderMail({
      brand: brandOf(clinic),
      preheader: summaryLines(figures).join(', '),
      heading: texts.heading(formatDate(day)),
      paragraphs: summaryLines(figures),
      button: { label: texts.button, href: link },
      notes: [userNoticeTexts.mail.why(settingsLink)],
    }),
    clinicId: clinic.id,
  }
}
