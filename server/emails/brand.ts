import type { ClinicColor } from '#domain/clinics/clinics.ts'

/** In whose name a mail is sent: Carefold's own, or a clinic's. */
export interface MailBrand {
  /** Shown at the top: the clinic's name, or the product's. */
  name: string
  /** Primary color; white on it has a contrast of at least 6.7:1 (docs/look.md). */
  color: string
  isClinic: boolean
}

/** The colors a clinic may choose, in the light theme: mails are always light (docs/look.md). */
const colors: Record<ClinicColor, string> = {
  evergreen: '#1B5E4F',
  lagoon: '#125C73',
  indigo: '#3D4C9B',
  plum: '#74407F',
  berry: '#97304F',
  terracotta: '#94401F',
  olive: '#55611B',
  slate: '#3E5361',
}

const productColor = '#1B5E4F'

/** @param clinic the clinic that the mail is about; null: Carefold itself. An unknown color becomes Carefold's. */
export function brandOf(clinic: { name: string; color: string } | null): MailBrand {
  if (!clinic) return { name: 'Carefold', color: productColor, isClinic: false }
  return { name: clinic.name, color: colors[clinic.color as ClinicColor] ?? productColor, isClinic: true }
}
