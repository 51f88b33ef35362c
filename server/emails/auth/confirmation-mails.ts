import { authMailTexts } from '#domain/texts/auth-mails.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { MailBrand } from '../brand.ts'
import { renderMail } from '../layout.ts'

export interface LinkMail {
  to: string
  brand: MailBrand
  clinicId: string | null
  /** the confirm page, with its token */
  link: string
  /** six digits; null: no code */
  code: string | null
}

export function confirmSignUpMail(mail: LinkMail): Mail {
  const texts = authMailTexts.confirmSignUp
  return linkMail('confirm-sign-up', mail, {
    subject: texts.subject(mail.brand.name),
    heading: texts.heading,
    lead: texts.lead(mail.brand.name),
    button: texts.button,
    notes: texts.notes,
  })
}

/** To a patient who joined and has not confirmed the address (docs/contracts/auth.md 9). */
export function confirmReminderMail(mail: LinkMail): Mail {
  const texts = authMailTexts.confirmReminder
  return linkMail('confirm-reminder', mail, {
    subject: texts.subject(mail.brand.name),
    heading: texts.heading,
    lead: texts.lead(mail.brand.name),
    button: texts.button,
    notes: texts.notes,
  })
}

export function inviteMail(mail: LinkMail): Mail {
  const texts = authMailTexts.invite
  return linkMail('invite', mail, {
    subject: texts.subject(mail.brand.name),
    heading: texts.heading(mail.brand.name),
    lead: texts.lead(mail.brand.name),
    button: texts.button,
    notes: texts.notes,
  })
}

export function recoveryMail(mail: LinkMail): Mail {
  const texts = authMailTexts.recovery
  return linkMail('recovery', mail, {
    subject: texts.subject,
    heading: texts.heading,
    lead: texts.lead(mail.brand.name),
    button: texts.button,
    notes: texts.notes,
  })
}

export function magicLinkMail(mail: LinkMail): Mail {
  const texts = authMailTexts.magicLink
  return linkMail('magic-link', mail, {
    subject: texts.subject(mail.brand.name),
    heading: texts.heading(mail.brand.name),
    lead: texts.lead,
    button: texts.button,
    notes: texts.notes,
  })
}

export function emailChangeNewMail(mail: LinkMail): Mail {
  const texts = authMailTexts.emailChangeNew
  return linkMail('email-change-new', mail, {
    subject: texts.subject,
    heading: texts.heading,
    lead: texts.lead(mail.brand.name),
    button: texts.button,
    notes: texts.notes,
  })
}

export function emailChangeCurrentMail(mail: LinkMail & { newEmail: string }): Mail {
  const texts = authMailTexts.emailChangeCurrent
  return linkMail('email-change-current', mail, {
    subject: texts.subject,
    heading: texts.heading,
    lead: texts.lead(mail.newEmail),
    button: texts.button,
    notes: texts.notes,
  })
}

function linkMail(
  template: string,
  { to, brand, clinicId, link, code }: LinkMail,
  words: { subject: string; heading: string; lead: string; button: string; notes: string[] },
): Mail {
  const rendered = renderMail({
    brand,
    preheader: words.lead,
    heading: words.heading,
    paragraphs: [words.lead],
    button: { label: words.button, href: link },
    ...(code ? { code: { label: authMailTexts.codeLabel, value: code } } : {}),
    notes: words.notes,
  })
  return { template, to, subject: words.subject, ...rendered, clinicId }
}
