/** Booked visits that a change of the settings makes impossible or wrong (docs/decisions/0172). */

import * as z from 'zod/mini'

/** The first that applies to a visit. */
export const visitProblems = [
  'type',
  'provider',
  'kind',
  'room',
  'zone',
  'hours',
  'opening',
  'length',
] as const
/**
 * `type`: not offered any more. `provider`: takes no appointments. `kind`: not offered by the provider. `room`: not in
 * use. `zone`: agreed on in another zone. `hours`: outside the provider's hours, or on a day off. `opening`: outside
 * the clinic's opening hours. `length`: of another length.
 */
export type VisitProblem = (typeof visitProblems)[number]

export interface AffectedVisit {
  appointmentId: string
  /** ISO instant. */
  startsAt: string
  timeZone: string
  patientName: string
  typeName: string
  providerId: string | null
  providerName: string | null
  problem: VisitProblem
}

export interface AffectedVisits {
  /** Sent as `confirmed` to save anyway: names exactly these visits. */
  seen: string
  count: number
  /** The first ones, in order of time. */
  visits: AffectedVisit[]
}

/** The answer of a change that was not saved, because it affects visits that the caller has not confirmed. */
export interface NotSaved {
  affected: AffectedVisits
}

/** `seen` of the answer that the user has read. */
export const confirmedVisits = z.optional(z.string().check(z.maxLength(64)))
