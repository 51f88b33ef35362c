import type { GuardianNoticeKind } from '#domain/notices/notices.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { visitMailTexts } from '#domain/texts/visit-mails.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { renderMail } from './layout.ts'

const texts = guardianTexts.mails

interface To {
  to: string
  clinic: SenderClinic
  link: string
}

/** Does not name the patient (docs/domain-rules.md rule 31). @param link the confirm page with the offer's token */
export function guardianOfferMail({ to, name, clinic, link }: To & { name: string }): Mail {
  const { invitation } = texts
  const { lead } = invitation
  return {
    template: 'guardian-offer',
    to,
    subject: invitation.subject(clinic.name),
    ...renderMail({
      brand: brandOf(clinic),
      preheader: lead,
      heading: invitation.subject(clinic.name),
      paragraphs: [invitation.greeting(name), lead],
      button: { label: invitation.button, href: link },
      notes: invitation.notes,
    }),
    clinicId: clinic.id,
  }
}

/** To a guardian or the patient: news without details. */
export function guardianNoticeMail({ to, clinic, link, kind }: To & { kind: GuardianNoticeKind }): Mail {
  const lead = texts.leads[kind]
  return {
    template: 'guardian-notice',
    to,
    subject: texts.subjects[kind],
    ...renderMail({
      brand: brandOf(clinic),
      reader: 'patient',
      preheader: lead,
      heading: texts.subjects[kind],
      paragraphs: [lead],
      button: { label: texts.buttons[kind], href: link },
      notes: texts.notes,
    }),
    clinicId: clinic.id,
  }
}

/**
 * Before a visit; does not name the patient.
 * @param link where the guardian confirms or cancels without signing in
 */
export function wardReminderMail({ to, clinic, link, when }: To & { when: string }): Mail {
  const { reminder } = visitMailTexts
  const lead = texts.reminder(clinic.name, when)
  return {
    template: 'ward-reminder',
    to,
    subject: reminder.subject(when),
    ...renderMail({
      brand: brandOf(clinic),
      reader: 'patient',
      preheader: lead,
      heading: reminder.heading,
      paragraphs: [lead],
      button: { label: reminder.button, href: link },
      notes: texts.notes,
    }),
    clinicId: clinic.id,
  }
}
