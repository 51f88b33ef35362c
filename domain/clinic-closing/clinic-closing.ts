import * as z from 'zod/mini'
import type { Place } from '../plans/places.ts'
import { clinicClosingTexts } from '../texts/clinic-closing.ts'

/** Days between the request and the erasure, in which any admin takes it back. */
export const closingDays = 30

/** Input of `close-clinic`. */
export const closeClinicInput = z.object({
  /** the clinic's name, typed */
  name: z.string().check(z.trim(), z.minLength(1, clinicClosingTexts.nameMissing), z.maxLength(200)),
})

/** Answer of `clinic-closing`, `close-clinic` and `keep-clinic`. */
export interface ClinicClosing {
  /** ISO instant of the request; null: the clinic is not closing */
  askedAt: string | null
  /** ISO instant of the earliest erasure, if asked now or as asked: not before the last plan that was paid for has ended */
  erasedFrom: string
  /** plans that run, also those that end with their period */
  plans: number
  /** active members, who are mailed */
  members: number
  /** whether the clinic pays for a tier of Carefold's, which must be ended first */
  hasTier: boolean
  /** plans that would end with less notice than the law of the clinic's place asks for (docs/decisions/0125); null: none */
  missedNotice: { place: Place; days: number; plans: number; endableFrom: string } | null
  /** patients on whom a legal hold lies: nothing is erased before it is released */
  holds: number
}
