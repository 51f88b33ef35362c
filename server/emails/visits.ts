import { visitMailTexts } from '#domain/texts/appointments.ts'
import { noticeTexts } from '#domain/texts/notices.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { renderMail } from './layout.ts'

const texts = visitMailTexts

export type VisitMailKind = keyof typeof texts.subjects

interface Recipient {
  to: string
  clinic: SenderClinic
  link: string
}

/**
 * To patient or provider, for each change of a visit or series. It contains a calendar invitation for each, time and place, but
 * not the reason, nor the patient's name for a provider.
 */
export function visitMail({
  to,
  clinic,
  link,
  audience,
  kind,
  visits,
  calendar,
}: Recipient & {
  audience: 'patient' | 'provider'
  kind: VisitMailKind
  /** with the zone's name */
  visits: { when: string; was: string | null; where: string }[]
  calendar: string
}): Mail {
  const words = texts[audience]
  const [first] = visits
  const single = visits.length === 1 ? first : undefined
  const subject = single ? texts.subjects[kind](single.when) : texts.subjectsOfMany[kind](visits.length)
  const lead = words.leads[kind](clinic.name)
  const rendered = renderMail({
    brand: brandOf(clinic),
    reader: audience === 'patient' ? 'patient' : 'other',
    preheader: subject,
    heading: words.headings[kind],
    paragraphs: [lead],
    facts: single
      ? [
          [texts.facts.when, single.when],
          ...(single.was ? [[texts.facts.was, single.was] as [string, string]] : []),
          [texts.facts.where, single.where],
        ]
      : visits.map(({ when }, index) => [texts.facts.number(index + 1), when]),
    button: { label: texts.button, href: link },
    notes: [(kind === 'canceled' ? texts.calendarRemoves : texts.calendarNote)(visits.length), words.note],
  })
  return { template: `visit-${audience}`, to, subject, clinicId: clinic.id, calendar, ...rendered }
}

/** Sent a day and two hours before. */
export function visitReminderMail({
  to,
  clinic,
  link,
  when,
  isInsteadOfText,
}: Recipient & { when: string; isInsteadOfText: boolean }): Mail {
  const { reminder } = texts
  const subject = reminder.subject(when)
  const rendered = renderMail({
    brand: brandOf(clinic),
    reader: 'patient',
    preheader: subject,
    heading: reminder.heading,
    paragraphs: [
      reminder.lead(clinic.name, when),
      ...(isInsteadOfText ? [noticeTexts.somethingNew.insteadOfText] : []),
    ],
    button: { label: texts.button, href: link },
    notes: [texts.patient.note],
  })
  return { template: 'visit-reminder', to, subject, clinicId: clinic.id, ...rendered }
}
