/** The visits ahead of a provider or a patient who leaves (docs/decisions/0172). */

import * as z from 'zod/mini'

/** At most this many decisions in one request. */
const mostDecisions = 2000

/**
 * The decision about each visit: canceled with a notice, retained (only of a patient), or the id of the provider who
 * takes it over.
 */
export const visitDecisions = z._default(
  z
    .array(
      z.object({
        appointmentId: z.uuid(),
        decision: z.union([z.literal('cancel'), z.literal('retain'), z.uuid()]),
      }),
    )
    .check(z.maxLength(mostDecisions)),
  [],
)
export type VisitDecisions = z.input<typeof visitDecisions>

export const visitsAheadInput = z.object({ membershipId: z.uuid() })

export interface VisitAhead {
  appointmentId: string
  /** ISO instant. */
  startsAt: string
  timeZone: string
  patientName: string
  typeName: string
  providerName: string | null
  /** Ids of the providers who offer this kind of visit, work at this time and are free. */
  takers: string[]
}

/** In order of time. `providers` are all takers, by name. */
export interface VisitsAhead {
  visits: VisitAhead[]
  providers: { id: string; name: string }[]
}
