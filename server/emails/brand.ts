import { type ClinicColor, clinicColorValues } from '#domain/clinics/clinic-mark.ts'

/** The part of a clinic that its mails show (`senderClinic`). */
export interface SenderClinic {
  id: string
  name: string
  color: string
  /** IANA name; dates in mails are in the clinic's zone (docs/domain-rules.md rule 24) */
  timeZone: string
  phone: string | null
  /** Receives replies; null: the mail says where to write instead. */
  replyTo: string | null
  logo: MailLogo | null
}

/** A hosted picture, of this many pixels. */
export interface MailLogo {
  address: string
  width: number
  height: number
}

/** The sender that a mail shows: Carefold or a clinic. */
export interface MailBrand {
  name: string
  /** Primary color; white on it has a contrast of at least 6.7:1 (docs/look.md). */
  color: string
  /** The same in dark mode, under dark text. */
  darkColor: string
  isClinic: boolean
  phone: string | null
  replyTo: string | null
  logo: MailLogo | null
}

/** An unknown color becomes Carefold's. */
export function shadesOf(color: string | undefined): { light: string; dark: string } {
  return clinicColorValues[color as ClinicColor] ?? clinicColorValues.evergreen
}

/** @param clinic null: Carefold */
export function brandOf(
  clinic: Pick<SenderClinic, 'name' | 'color' | 'phone' | 'replyTo' | 'logo'> | null,
): MailBrand {
  const shades = shadesOf(clinic?.color)
  const colors = { color: shades.light, darkColor: shades.dark }
  if (!clinic) return { name: 'Carefold', ...colors, isClinic: false, phone: null, replyTo: null, logo: null }
  const { name, phone, replyTo, logo } = clinic
  return { name, ...colors, isClinic: true, phone, replyTo, logo }
}
