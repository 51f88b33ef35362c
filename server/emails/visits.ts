import { noticeTexts } from '#domain/texts/notices.ts'
import { visitMailTexts } from '#domain/texts/visit-mails.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { renderMail } from './layout.ts'

const texts = visitMailTexts

export type VisitMailKind = keyof typeof texts.subjects

interface Recipient {
  to: string
  clinic: SenderClinic
  /** null: to an address that the clinic entered for a patient without an account */
  link: string | null
  /** stops the mails to such an address */
  stopLink?: string
}

/**
 * To patient or provider, for each change of a visit or series. It contains a calendar invitation for each, time and place, but
 * not the reason, nor the patient's name for a provider.
 */
export function visitMail({
  to,
  clinic,
  link,
  stopLink,
  audience,
  kind,
  visits,
  calendar,
}: Recipient & {
  audience: 'patient' | 'provider' | 'entered'
  kind: VisitMailKind
  /** with the zone's name */
  visits: { when: string; was: string | null; where: string }[]
  calendar: string
}): Mail {
  const words = texts[audience]
  const [first] = visits
  const single = visits.length === 1 ? first : undefined
  const subject = single ? texts.subjects[kind](single.when) : texts.subjectsOfMany[kind](visits.length)
  const lead = words.leads[kind](clinic.name, texts.contact(clinic.name, clinic.phone))
  const rendered = renderMail({
    brand: brandOf(clinic),
    reader: audience === 'patient' ? 'patient' : 'other',
    ...(stopLink && { stop: stopOf(clinic, stopLink) }),
    preheader: subject,
    heading: words.headings[kind],
    paragraphs: [lead],
    facts: single
      ? [
          [texts.facts.when, single.when],
          ...(single.was ? [[texts.facts.was, single.was] as [string, string]] : []),
          [texts.facts.where, single.where],
          ...phoneFact(audience, clinic),
        ]
      : [
          ...visits.map(({ when }, index): [string, string] => [texts.facts.number(index + 1), when]),
          ...phoneFact(audience, clinic),
        ],
    ...(link && {
      button: { label: texts.button[audience === 'provider' ? 'provider' : 'patient'], href: link },
    }),
    notes: [
      (kind === 'canceled' ? texts.calendarRemoves : texts.calendarNote)(visits.length),
      ...(audience === 'entered' ? [] : [texts[audience].note]),
    ],
  })
  return { template: `visit-${audience}`, to, subject, clinicId: clinic.id, calendar, ...rendered }
}

function phoneFact(audience: string, { phone }: SenderClinic): [string, string][] {
  return audience === 'entered' && phone ? [[texts.facts.phone, phone]] : []
}

/** One line that says why a person without an account gets the mail, with the link that ends it. */
export function stopOf({ name, replyTo, phone }: SenderClinic, href: string) {
  return { words: texts.entered.why(name, replyTo, phone), label: texts.entered.stop, href }
}

/**
 * Sent a day and two hours before.
 * @param link where the patient confirms or cancels without signing in
 * @param stopLink to an address that the clinic entered for a patient without an account
 */
export function visitReminderMail({
  to,
  clinic,
  link,
  stopLink,
  when,
  isInsteadOfText,
}: Recipient & { link: string; when: string; isInsteadOfText: boolean }): Mail {
  const { reminder } = texts
  const subject = reminder.subject(when)
  const rendered = renderMail({
    brand: brandOf(clinic),
    reader: stopLink ? 'other' : 'patient',
    ...(stopLink && { stop: stopOf(clinic, stopLink) }),
    preheader: subject,
    heading: reminder.heading,
    paragraphs: [
      stopLink
        ? reminder.entered(clinic.name, when, texts.contact(clinic.name, clinic.phone))
        : reminder.lead(clinic.name, when),
      ...(isInsteadOfText ? [noticeTexts.somethingNew.insteadOfText] : []),
    ],
    button: { label: reminder.button, href: link },
    ...(!stopLink && { notes: [texts.patient.note] }),
  })
  return {
    template: stopLink ? 'visit-reminder-entered' : 'visit-reminder',
    to,
    subject,
    clinicId: clinic.id,
    ...rendered,
  }
}
