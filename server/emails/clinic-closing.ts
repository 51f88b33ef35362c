import { clinicClosingTexts } from '#domain/texts/clinic-closing.ts'
import { formatDate } from '#domain/values/dates.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { renderMail } from './layout.ts'

/**
 * To the team and patients of a clinic that closes or stays open.
 *
 * @param mail.erasedFrom ISO instant; null: the closing was undone
 */
export function closingMail({
  to,
  clinic,
  role,
  erasedFrom,
  link,
}: {
  to: string
  clinic: SenderClinic
  role: string
  erasedFrom: string | null
  link: string
}): Mail {
  const texts = erasedFrom ? clinicClosingTexts.mail.closes : clinicClosingTexts.mail.stays
  const date = erasedFrom ? formatDate(erasedFrom, clinic.timeZone) : ''
  const paragraphs = texts.paragraphs(clinic.name, date)[role === 'patient' ? 'patient' : 'team']
  return {
    template: erasedFrom ? 'clinic-closes' : 'clinic-stays',
    to,
    subject: texts.subject(clinic.name),
    ...renderMail({
      brand: brandOf(clinic),
      reader: role === 'patient' ? 'patient' : 'other',
      preheader: paragraphs[0] ?? '',
      heading: texts.heading(clinic.name),
      paragraphs,
      button: { label: clinicClosingTexts.mail.button(clinic.name), href: link },
    }),
    clinicId: clinic.id,
  }
}
