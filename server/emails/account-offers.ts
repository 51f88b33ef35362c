import { accountOfferTexts } from '#domain/texts/account-offers.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { renderMail } from './layout.ts'

const texts = accountOfferTexts.mails

interface To {
  to: string
  clinic: SenderClinic
  link: string
}

/** Names no patient (docs/domain-rules.md rule 31), and is the same for an address without an account. */
export function accountOfferMail({ to, clinic, link }: To): Mail {
  const lead = texts.offer.lead(clinic.name)
  return {
    template: 'account-offer',
    to,
    subject: texts.offer.subject(clinic.name),
    ...renderMail({
      brand: brandOf(clinic),
      preheader: lead,
      heading: texts.offer.heading(clinic.name),
      paragraphs: [lead],
      button: { label: texts.offer.button, href: link },
      notes: texts.offer.notes,
    }),
    clinicId: clinic.id,
  }
}

/** To the account that has lost the clinic. */
export function accountMovedMail({ to, clinic, link }: To): Mail {
  const lead = texts.moved.lead(clinic.name)
  return {
    template: 'account-moved',
    to,
    subject: texts.moved.subject(clinic.name),
    ...renderMail({
      brand: brandOf(clinic),
      preheader: lead,
      heading: texts.moved.heading,
      paragraphs: [lead],
      button: { label: texts.moved.button(clinic.name), href: link },
      notes: texts.moved.notes,
    }),
    clinicId: clinic.id,
  }
}
