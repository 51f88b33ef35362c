import { type ClinicColor, clinicColorValues } from '#domain/clinics/clinic-mark.ts'

/** The sender that a mail shows: Carefold or a clinic. */
export interface MailBrand {
  name: string
  /** Primary color; white on it has a contrast of at least 6.7:1 (docs/look.md). */
  color: string
  isClinic: boolean
}

/** Mails are always light (docs/look.md). */
const productColor = clinicColorValues.evergreen.light

/** @param clinic null: Carefold. An unknown color becomes Carefold's. */
export function brandOf(clinic: { name: string; color: string } | null): MailBrand {
  if (!clinic) return { name: 'Carefold', color: productColor, isClinic: false }
  const color = clinicColorValues[clinic.color as ClinicColor]?.light ?? productColor
  return { name: clinic.name, color, isClinic: true }
}
