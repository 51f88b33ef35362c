import { authMailTexts } from '#domain/texts/auth-mails.ts'
import type { Mail } from '#server/platform/mail.ts'
import { type MailBrand, renderMail } from '../layout.ts'

/** To the owner of an address with which somebody tried to sign up once more (auth-contract.md D18). */
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

/** The code of GET /reauthenticate: no link, so nobody can confirm by clicking. */
export function reauthenticationMail(mail: { to: string; brand: MailBrand; code: string }): Mail {
  const texts = authMailTexts.reauthentication
  const rendered = renderMail({
    brand: mail.brand,
    preheader: texts.lead,
    heading: texts.heading,
    paragraphs: [texts.lead],
    code: { label: texts.codeLabel, value: mail.code },
    notes: texts.notes,
  })
  return { template: 'reauthentication', to: mail.to, subject: texts.subject, ...rendered }
}
