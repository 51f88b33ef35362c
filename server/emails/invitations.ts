import type { ClinicRole } from '#domain/permissions.ts'
import { invitationMailTexts } from '#domain/texts/invitations.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { renderMail } from './layout.ts'

/** @param link the confirm page with the invitation's token */
export function invitationMail(invitation: {
  to: string
  name: string | null
  role: ClinicRole
  clinic: SenderClinic
  link: string
}): Mail {
  const texts = invitationMailTexts.invitation
  const { to, name, role, clinic, link } = invitation
  const lead = texts.lead(clinic.name, role)
  return {
    template: 'invitation',
    to,
    subject: texts.subject(clinic.name),
    ...renderMail({
      brand: brandOf(clinic),
      preheader: lead,
      heading: texts.heading(clinic.name),
      paragraphs: [...(name ? [texts.greeting(name)] : []), lead],
      button: { label: texts.button, href: link },
      notes: texts.notes,
    }),
    clinicId: clinic.id,
  }
}

/**
 * After a join form was sent with the address of an existing account (docs/threats.md T31).
 */
export function signInToJoinMail(mail: { to: string; clinic: SenderClinic; link: string }): Mail {
  const texts = invitationMailTexts.signInToJoin
  const { to, clinic, link } = mail
  return {
    template: 'sign-in-to-join',
    to,
    subject: texts.subject(clinic.name),
    ...renderMail({
      brand: brandOf(clinic),
      preheader: texts.lead(clinic.name),
      heading: texts.heading(clinic.name),
      paragraphs: [texts.lead(clinic.name)],
      button: { label: texts.button, href: link },
      notes: texts.notes,
    }),
    clinicId: clinic.id,
  }
}
