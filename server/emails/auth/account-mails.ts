import { authMailTexts } from '#domain/texts/auth-mails.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { MailBrand } from '../brand.ts'
import { renderMail } from '../layout.ts'

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** After a sign-up with the address of an existing account (docs/contracts/auth.md D18). */
export function alreadyRegisteredMail(mail: {
  to: string
  brand: MailBrand
  clinicId: string | null
  signInLink: string
  forgottenLink: string
}): Mail {
  const texts = authMailTexts.alreadyRegistered
  const { to, brand, clinicId, signInLink, forgottenLink } = mail
  const rendered = renderMail({
    brand,
    preheader: texts.heading,
    heading: texts.heading,
    paragraphs: [texts.lead(brand.name)],
    button: { label: texts.button, href: signInLink },
    notes: [texts.forgotten(forgottenLink), ...texts.notes],
  })
  return {
    template: 'already-registered',
    to,
    subject: texts.subject(brand.name),
    ...rendered,
    links: [signInLink, forgottenLink],
    clinicId,
  }
}

/** After an account was to be moved to the address of another (docs/contracts/auth.md D20). */
export function addressTakenMail(mail: {
  to: string
  brand: MailBrand
  clinicId: string | null
  signInLink: string
}): Mail {
  const texts = authMailTexts.addressTaken
  const { to, brand, clinicId, signInLink } = mail
  const rendered = renderMail({
    brand,
    preheader: texts.heading,
    heading: texts.heading,
    paragraphs: [texts.lead(brand.name)],
    button: { label: texts.button, href: signInLink },
    notes: texts.notes,
  })
  return { template: 'address-taken', to, subject: texts.subject(brand.name), ...rendered, clinicId }
}

/** @param mail.at of the sign-in; shown in UTC */
export function newSignInMail(mail: {
  to: string
  brand: MailBrand
  clinicId: string | null
  device: { browser: string | null; system: string | null }
  address: string | null
  at: Date
  passwordLink: string
}): Mail {
  const texts = authMailTexts.newSignIn
  const { to, brand, clinicId, device, address, at, passwordLink } = mail
  const lead = texts.lead(brand.name)
  const name = texts.device(device.browser, device.system)
  const rendered = renderMail({
    brand,
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, texts.details(name, address, `${instant.format(at)} UTC`)],
    button: { label: texts.button, href: passwordLink },
    notes: texts.notes,
  })
  return { template: 'new-sign-in', to, subject: texts.subject(brand.name), ...rendered, clinicId }
}

/** The code of GET /reauthenticate; no link, so that a click cannot confirm it. */
export function reauthenticationMail(mail: {
  to: string
  brand: MailBrand
  clinicId: string | null
  code: string
}): Mail {
  const texts = authMailTexts.reauthentication
  const rendered = renderMail({
    brand: mail.brand,
    preheader: texts.lead,
    heading: texts.heading,
    paragraphs: [texts.lead],
    code: { label: texts.codeLabel, value: mail.code },
    notes: texts.notes,
  })
  const { to, clinicId } = mail
  return { template: 'reauthentication', to, subject: texts.subject, ...rendered, clinicId }
}

interface ToAccount {
  to: string
  brand: MailBrand
  clinicId: string | null
}

/** To the old address of a change without its mailbox. @param mail.at in UTC */
export function addressChangeNoticeMail(
  mail: ToAccount & { newEmail: string; at: Date; stopLink: string },
): Mail {
  const texts = authMailTexts.addressChangeNotice
  const { to, brand, clinicId, newEmail, at, stopLink } = mail
  const lead = texts.lead(newEmail, `${instant.format(at)} UTC`)
  const rendered = renderMail({
    brand,
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead],
    button: { label: texts.button, href: stopLink },
    notes: texts.notes,
  })
  return { template: 'address-change-notice', to, subject: texts.subject, ...rendered, clinicId }
}

/** To the new address; no link, so that a click cannot confirm it. */
export function addressChangeCodeMail(mail: ToAccount & { code: string }): Mail {
  const texts = authMailTexts.addressChangeCode
  const { to, brand, clinicId, code } = mail
  const rendered = renderMail({
    brand,
    preheader: texts.heading,
    heading: texts.heading,
    paragraphs: [texts.lead(brand.name)],
    code: { label: texts.codeLabel, value: code },
    notes: texts.notes,
  })
  return { template: 'address-change-code', to, subject: texts.subject, ...rendered, clinicId }
}

/** To the old address, when the change has taken effect. */
export function addressChangedMail(mail: ToAccount & { newEmail: string; signInLink: string }): Mail {
  const texts = authMailTexts.addressChanged
  const { to, brand, clinicId, newEmail, signInLink } = mail
  const lead = texts.lead(newEmail)
  const rendered = renderMail({
    brand,
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead],
    button: { label: texts.button, href: signInLink },
    notes: texts.notes,
  })
  return { template: 'address-changed', to, subject: texts.subject, ...rendered, clinicId }
}
