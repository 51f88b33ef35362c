/** A clinic's hub: its name, its address and its public profile. */

import * as z from 'zod/mini'
import { accessTexts } from '../texts/access.ts'
import { clinicTexts } from '../texts/clinics.ts'
import { errorTexts } from '../texts/errors.ts'
import { onOneLine } from '../values/one-line.ts'
import { isWebAddress, withPlainScheme } from '../values/web-address.ts'
import { clinicColors } from './clinic-mark.ts'
import { openingHoursInput } from './inputs.ts'
import { subdomainProblem } from './reserved-subdomains.ts'

const rules = clinicTexts.validation

/** Maximum lengths; the columns of `clinics` hold at least as much. The tagline's: docs/specification.md B2.12. */
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

/** Checks shape and reserved names, and lower-cases; only the database knows whether it is taken. */
const subdomain = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(3, { error: accessTexts.validation.subdomainLength, abort: true }),
  z.refine((name) => subdomainProblem(name) !== 'subdomain_invalid', errorTexts.subdomain_invalid),
)

/** Input of `create-clinic-with-admin`. `userId` identifies a sign-up that has no session yet; it grants nothing. */
export const createClinicInput = z.object({
  name: clinicName,
  subdomain,
  userId: z.optional(z.uuid()),
  // the browser's; one that is not known here is no reason to refuse
  timeZone: z.catch(z.optional(z.string().check(z.refine(isTimeZone))), undefined),
})

/** Input of `check-subdomain`: any typed text. */
export const checkSubdomainInput = z.object({ subdomain: z.string().check(z.maxLength(200)) })

/** Answer of `check-subdomain`; the message is `errorTexts['subdomain_' + reason]`. */
export type SubdomainCheck =
  | { available: true }
  | { available: false; reason: 'taken' | 'reserved' | 'invalid' }

/** A clinic that waits for its founder's address to be confirmed. `id` is the id it will have. */
export interface RequestedClinic {
  id: string
  name: string
  subdomain: string
}

/** Whether both the browser and Postgres know the zone: an IANA name such as America/Toronto, or UTC. */
export function isTimeZone(name: string): boolean {
  // no offsets or abbreviations: statement months need a zone that knows its clock changes
  if (!/^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const optionalText = (maxLength: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(maxLength, rules.length(maxLength))), '')

const optionalLine = (maxLength: number) =>
  z._default(z.string().check(onOneLine(), z.maxLength(maxLength, rules.length(maxLength))), '')

/** Input of `update-clinic-profile`, and the form. Empty strings clear a field. */
export const clinicProfileInput = z.object({
  name: clinicName,
  timeZone: z.string().check(z.refine(isTimeZone, rules.timeZone)),
  color: z.enum(clinicColors),
  tagline: optionalLine(clinicLimits.tagline),
  website: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(clinicLimits.website, rules.length(clinicLimits.website)),
      z.refine((text) => text === '' || isWebAddress(text), rules.website),
      z.overwrite(withPlainScheme),
    ),
    '',
  ),
  about: optionalText(clinicLimits.about),
  phone: optionalLine(clinicLimits.phone),
  /** unchanged where they are not given */
  openingHours: z.optional(openingHoursInput),
  /** A new address for the hub; the old one stays reserved for 180 days (docs/threats.md T9). */
  subdomain: z.optional(subdomain),
})

/** Input of `find-clinics`: part of a clinic's name, or its whole address. */
export const findClinicsInput = z.object({ text: z.string().check(z.trim(), z.maxLength(120)) })

/** A clinic that somebody may want to join. */
export interface FoundClinic {
  name: string
  subdomain: string
}
