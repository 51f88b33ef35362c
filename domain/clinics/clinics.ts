import * as z from 'zod/mini'
import { confirmedVisits } from '../appointments/affected-visits.ts'
import { accessTexts } from '../texts/access.ts'
import { clinicTexts } from '../texts/clinics.ts'
import { errorTexts } from '../texts/errors.ts'
import { onOneLine } from '../values/one-line.ts'
import { isWebAddress, withPlainScheme } from '../values/web-address.ts'
import { clinicColors } from './clinic-mark.ts'
import { openingHoursInput } from './inputs.ts'
import { subdomainProblem } from './reserved-subdomains.ts'

const rules = clinicTexts.validation

/** The columns of `clinics` hold at least as much. Source of the tagline's: docs/specification.md B2.12. */
export const clinicLimits = {
  name: 120,
  tagline: 40,
  website: 300,
  about: 4000,
  phone: 40,
}

const clinicName = z
  .string()
  .check(
    onOneLine(),
    z.minLength(3, accessTexts.validation.clinicName),
    z.maxLength(clinicLimits.name, rules.nameLength),
  )

/** Checks shape and reserved names; only the database knows whether it is taken. */
function subdomain(tooShort: string, invalid: string) {
  return z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(3, { error: tooShort, abort: true }),
    z.refine((name) => subdomainProblem(name) !== 'subdomain_invalid', invalid),
  )
}

/** `userId` identifies a sign-up that has no session yet; it grants nothing. */
export const createClinicInput = z.object({
  name: clinicName,
  subdomain: subdomain(accessTexts.validation.subdomainLength, errorTexts.subdomain_invalid),
  userId: z.optional(z.uuid()),
  // The browser's zone; an unknown one is ignored, not refused.
  timeZone: z.catch(z.optional(z.string().check(z.refine(isTimeZone))), undefined),
})

/** Accepts any text. */
export const checkSubdomainInput = z.object({ subdomain: z.string().check(z.maxLength(200)) })

/** The message is `errorTexts['subdomain_' + reason]`. */
export type SubdomainCheck =
  | { available: true }
  | { available: false; reason: 'taken' | 'reserved' | 'invalid' }

/** A clinic whose founder has not confirmed the address yet. `id` is its future id. */
export interface RequestedClinic {
  id: string
  name: string
  subdomain: string
}

/** Accepts names that the browser and Postgres know: an IANA name such as America/Toronto, or UTC. */
export function isTimeZone(name: string): boolean {
  // No offsets or abbreviations: statement months depend on clock changes.
  if (!/^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const clearableText = (maxLength: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(maxLength, rules.length(maxLength))))

const clearableLine = (maxLength: number) =>
  z.optional(z.string().check(onOneLine(), z.maxLength(maxLength, rules.length(maxLength))))

/** Absent fields stay unchanged; empty strings clear theirs. */
export const clinicProfileInput = z.object({
  name: z.optional(clinicName),
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, rules.timeZone))),
  color: z.optional(z.enum(clinicColors)),
  tagline: clearableLine(clinicLimits.tagline),
  website: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(clinicLimits.website, rules.length(clinicLimits.website)),
      z.refine((text) => text === '' || isWebAddress(text), rules.website),
      z.overwrite(withPlainScheme),
    ),
  ),
  about: clearableText(clinicLimits.about),
  phone: clearableLine(clinicLimits.phone),
  openingHours: z.optional(openingHoursInput),
  /** A new address; the old one stays reserved for 180 days (docs/threats.md T9). */
  subdomain: z.optional(subdomain(rules.slugLength, rules.slugCharacters)),
  confirmed: confirmedVisits,
})

export const findClinicsInput = z.object({ text: z.string().check(z.trim(), z.maxLength(120)) })

export interface FoundClinic {
  name: string
  subdomain: string
}
