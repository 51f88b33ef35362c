import * as z from 'zod/mini'
import type { Place } from '../plans/places.ts'
import { clinicClosingTexts } from '../texts/clinic-closing.ts'

/** Days between the request and the erasure, during which an admin can cancel it. */
export const closingDays = 30

export const closeClinicInput = z.object({
  /** The clinic's name as typed. */
  name: z.string().check(z.trim(), z.minLength(1, clinicClosingTexts.nameMissing), z.maxLength(200)),
})

/** Answer of `clinic-closing`, `close-clinic` and `keep-clinic`. */
export interface ClinicClosing {
  /** Null if the clinic is not closing. */
  askedAt: string | null
  /** Not before the end of the last paid plan. */
  erasedFrom: string
  /** Running plans, including those that end with their period. */
  plans: number
  /** Active members, who get a mail. */
  members: number
  /** Whether the clinic pays for a tier, which must end first. */
  hasTier: boolean
  /**
   * Plans that would end with less notice than the law of the clinic's place requires (docs/decisions/0125), or null.
   */
  missedNotice: { place: Place; days: number; plans: number; endableFrom: string } | null
  /** Patients under legal hold: erasure waits for their release. */
  holds: number
}
