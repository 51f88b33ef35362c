/** docs/specification.md B2.15, B4, B5. */

import * as z from 'zod/mini'
import { appointmentTexts } from '../texts/appointments.ts'
import { calendarDate, instant } from '../values/calendar-date.ts'
import { minutesOf, timeOf } from '../values/zones.ts'
import { seenVersion } from '../versions.ts'
import { hasPossibleRepeat, repeatInput } from './series.ts'
import type { VisitPart } from './series-change.ts'
import { callReasons } from './visit-calls.ts'
import { visitSteps } from './visits.ts'

const { form } = appointmentTexts

/** docs/specification.md B9 */
export const defaultTime = '09:00'
export const defaultDuration = 30

/** The next quarter of an hour today once the default time has passed. @param now the clinic's date and HH:mm */
export function firstTime(date: string, now: { date: string; time: string }): string {
  if (date !== now.date || now.time < defaultTime) return defaultTime
  const quarter = Math.ceil(minutesOf(now.time) / 15) * 15
  return quarter < 24 * 60 ? timeOf(quarter) : defaultTime
}

export const shortestDuration = 15
export const longestDuration = 480
/** How long a time is reserved while a patient confirms. */
export const holdMinutes = 10

const optionalId = z.union([z.literal(''), z.uuid()])

export const appointmentForm = z.object({
  /** Id of the patient's record. */
  patientId: z.string().check(z.minLength(1, form.patientMissing)),
  /** Key of an appointment type. */
  appointmentType: z.string().check(z.minLength(1, form.typeMissing), z.maxLength(60)),
  /** Empty: no particular provider. */
  providerId: optionalId,
  roomId: optionalId,
  /** YYYY-MM-DD and HH:mm in the clinic's zone. */
  date: z.string().check(z.minLength(1, form.dateMissing)),
  time: z.string().check(z.minLength(1, form.timeMissing)),
  /** Selects the second of two equal hours when the clocks go back. */
  isLaterHour: z.optional(z.boolean()),
  /** Minutes. */
  duration: z
    .number(form.durationShort)
    .check(
      z.int(form.durationShort),
      z.minimum(shortestDuration, form.durationShort),
      z.maximum(longestDuration, form.durationLong),
    ),
  notes: z.string().check(z.maxLength(4000, form.notesLong)),
})
export type AppointmentForm = z.infer<typeof appointmentForm>

const appointmentInput = z.extend(appointmentForm, {
  patientId: z.uuid(form.patientMissing),
  date: calendarDate({ error: ({ input }) => (input === '' ? form.dateMissing : form.dateInvalid) }),
  time: z
    .string()
    .check(
      z.minLength(1, { error: form.timeMissing, abort: true }),
      z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, form.timeInvalid),
    ),
})

/** With an empty `providerId`: true books the first provider who is free at all dates; otherwise no provider. */
const firstAvailable = z.optional(z.boolean())

/** Once, or repeated every n days of the clinic's calendar. */
export const scheduleAppointmentInput = z
  .extend(appointmentInput, { repeat: z.optional(repeatInput), firstAvailable })
  .check(hasPossibleRepeat)

/** One visit of a series, or this one and all that follow. */
const scope = z.optional(z.enum(['one', 'following']))

/** With `following`: true also changes the visits that were changed on their own. */
const includesOwn = z.optional(z.boolean())

/** The patient stays the same. */
export const rescheduleAppointmentInput = z.extend(z.omit(appointmentInput, { patientId: true }), {
  appointmentId: z.uuid(),
  version: seenVersion,
  scope,
  includesOwn,
})

/** Why a visit cannot take place, or a warning; the first that applies. `nobody`: the first available is not free. */
export type Obstacle =
  | 'past'
  | 'skipped'
  | 'nobody'
  | 'provider'
  | 'buffer'
  | 'room'
  | 'patient'
  | 'outside'
  | 'elsewhere'

export const visitObstaclesInput = z
  .extend(z.omit(appointmentInput, { patientId: true, notes: true }), {
    /** Empty: not chosen yet. */
    patientId: optionalId,
    repeat: z.optional(repeatInput),
    firstAvailable,
    /** The visit to move; its patient counts. */
    appointmentId: z.optional(z.uuid()),
    scope,
    includesOwn,
  })
  .check(hasPossibleRepeat)

/** Every date with its first obstacle. A visit with `outside` may be saved. */
export interface VisitObstacles {
  dates: PlannedDate[]
  /** With `firstAvailable`: the provider who is free at most dates; null if no provider is free at any. */
  providerId: string | null
}

export interface PlannedDate {
  date: string
  obstacle: Obstacle | null
  /**
   * Of the obstacle `outside`, and of `nobody` outside the hours of the first available: when the provider works that
   * day, or when the clinic is open, in minutes of the wall clock; empty: not at all.
   */
  hours?: { from: number; until: number }[]
  /** Of a later visit of the series that was changed on its own: its time, and what it retains. */
  own?: { time: string; retains: VisitPart[] }
}

export const cancelReason = z.string().check(z.trim(), z.maxLength(500, form.reasonLong))

/**
 * `version`: refuses to cancel a visit that has changed since. `isLateByPatient`: the patient canceled this visit by phone,
 * after the deadline that they accepted with its fees.
 */
export const cancelAppointmentInput = z.object({
  appointmentId: z.uuid(),
  version: z.optional(seenVersion),
  reason: cancelReason,
  scope,
  isLateByPatient: z.optional(z.boolean()),
})

/** `version`: as the change to undo returned it. */
export const undoVisitChangeInput = z.object({ appointmentId: z.uuid(), version: seenVersion })

export const markAppointmentInput = z.object({ appointmentId: z.uuid(), step: z.enum(visitSteps) })

/** A call of `VisitCalls`; `isCalled: false` removes the check. */
export const markCalledInput = z.object({
  appointmentId: z.uuid(),
  about: z.enum(callReasons),
  startsAt: instant({ offset: true }),
  sequence: z.int().check(z.nonnegative()),
  isCalled: z.boolean(),
})

export const visitReachInput = z.object({ appointmentId: z.uuid() })

export const freeTimesInput = z.object({
  appointmentType: z.string().check(z.minLength(1), z.maxLength(60)),
  providerId: z.optional(z.uuid()),
  /** YYYY-MM-DD; by default today. */
  from: z.optional(calendarDate()),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(31)),
  /** The visit to move: its present time counts as free. */
  appointmentId: z.optional(z.uuid()),
  /** The patient whose other visits exclude times, for the team; of patients, their own always do. */
  patientId: z.optional(z.uuid()),
})

/** Instants are ISO strings. */
export interface FreeTimesView {
  timeZone: string
  /** The first of the days. */
  from: string
  times: { startsAt: string; providerId: string }[]
}

export const visitDaysInput = z.object({
  /** YYYY-MM-DD in the clinic's zone. */
  from: calendarDate(),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(62)),
})

/** Days without entries are absent. */
export interface VisitDays {
  days: { date: string; visits: number; events: number }[]
}

const chosenTime = {
  providerId: z.uuid(),
  startsAt: instant({ offset: true }),
}

export const holdTimeInput = z.object({
  appointmentType: z.string().check(z.minLength(1), z.maxLength(60)),
  ...chosenTime,
})

/** `acceptsFeesOf`: the version of the kind of visit whose fees the patient has accepted; needed only if it has fees. */
export const bookAppointmentInput = z.extend(holdTimeInput, { acceptsFeesOf: z.optional(seenVersion) })

/** @see isLate */
export const moveOwnAppointmentInput = z.object({
  appointmentId: z.uuid(),
  ...chosenTime,
  acceptsLate: z.boolean(),
})

/** `acceptsLate`: the patient has read the consequence of a late change. */
export const cancelOwnAppointmentInput = z.object({
  appointmentId: z.uuid(),
  reason: cancelReason,
  acceptsLate: z.boolean(),
})

/** `acceptsFeesOf`: as for a booking, but never needed. */
export const confirmOwnAppointmentInput = z.object({
  appointmentId: z.uuid(),
  acceptsFeesOf: z.optional(seenVersion),
})
