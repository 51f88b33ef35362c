import type { ContactRequest } from '#domain/marketing/contact.ts'
import { contactMailTexts } from '#domain/texts/marketing.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf } from './brand.ts'
import { renderMail } from './layout.ts'

/** To the operator: a visitor's message from /contact. The subject contains no name. */
export function contactRequestMail(to: string, request: ContactRequest): Mail {
  const texts = contactMailTexts
  const subject = texts.subject[request.about]
  return {
    template: 'contact-request',
    to,
    subject,
    ...renderMail({
      brand: brandOf(null),
      preheader: subject,
      heading: subject,
      paragraphs: request.message.split(/\n+/),
      facts: [
        [texts.name, request.name],
        [texts.email, request.email],
        ...(request.clinicName ? [[texts.clinic, request.clinicName] as [string, string]] : []),
      ],
      notes: [texts.note],
    }),
    replyTo: request.email,
  }
}
