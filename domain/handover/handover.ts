/** Many visits of a provider at once: handed over, moved to another day or canceled (docs/decisions/0200). */

import * as z from 'zod/mini'
import { cancelReason } from '../appointments/appointments.ts'
import type { ReminderWay } from '../appointments/visit-calls.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { seenVersion } from '../versions.ts'
import { mostHandoverDays } from './handover-days.ts'

/** At most this many visits in one request. */
const mostVisits = 200

export const handoverVisitsInput = z.object({
  providerId: z.uuid(),
  /** YYYY-MM-DD in the clinic's zone. */
  from: calendarDate(),
  days: z.int().check(z.minimum(1), z.maximum(mostHandoverDays)),
  /** First day of the free times that are proposed; absent: none are. */
  freeFrom: z.optional(calendarDate()),
})

/**
 * `hand-over`: the same time with `providerId`. `move`: to `date` and `time` on the clinic's clock. `cancel`: with `reason`.
 * `undo`: of the caller's change; `version` is the changed one.
 */
const oneChange = z
  .object({
    kind: z.enum(['hand-over', 'move', 'cancel', 'undo']),
    providerId: z.optional(z.uuid()),
    date: z.optional(calendarDate()),
    time: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))),
    /** Selects the second of two equal hours when the clocks go back. */
    isLaterHour: z.optional(z.boolean()),
    reason: z.optional(cancelReason),
  })
  .check(
    z.refine(({ kind, providerId, date, time }) =>
      kind === 'hand-over' ? providerId !== undefined : kind !== 'move' || Boolean(date && time),
    ),
  )

export const changeVisitsInput = z.object({
  changes: z
    .array(z.object({ appointmentId: z.uuid(), version: seenVersion, change: oneChange }))
    .check(z.minLength(1), z.maxLength(mostVisits)),
})

/** Why a provider cannot take a visit over: the kind is not offered, outside the hours, another visit, or the time
 * before or after one. */
export type TakerObstacle = 'kind' | 'outside' | 'busy' | 'buffer'

export interface HandoverVisit {
  appointmentId: string
  version: number
  patientId: string
  patientName: string
  /** Key of the appointment type. */
  type: string
  typeName: string
  roomId: string | null
  /** ISO instant. */
  startsAt: string
  timeZone: string
  durationMinutes: number
  /** How a change is sent; `none`: the account gets no mails. */
  way: ReminderWay | 'none'
  /** By provider: null if the provider is free. */
  takers: Record<string, TakerObstacle | null>
  /** The next free time that no other visit of the list has, on the clinic's clock; null if none is found. */
  free: { date: string; time: string; isLaterHour: boolean } | null
}

export interface HandoverVisits {
  timeZone: string
  /** The provider does not work on any of the days. */
  isOff: boolean
  visits: HandoverVisit[]
  /** The other active providers, by name. */
  providers: { id: string; name: string }[]
}

/**
 * `done`; `changed`: changed or canceled meanwhile; `taken`: the time is not free any more; `kind`: the provider does not
 * offer the kind of visit; `over`: it has begun, or cannot be undone any more.
 */
export type VisitResult = 'done' | 'changed' | 'taken' | 'kind' | 'over'

export interface ChangedVisits {
  results: {
    appointmentId: string
    result: VisitResult
    /** Of a refusal at a field, such as a skipped hour. */
    message: string | null
    /** To undo it. */
    version: number
    /** The patient is mailed once it can no longer be undone. */
    notifies: boolean
  }[]
}
