/** Visits: what people send, and what a visit's state allows (docs/specification.md B2.15, B4, B5). */

import * as z from 'zod/mini'
import { appointmentTexts } from '../texts/appointments.ts'
import { calendarDate, instant } from '../values/calendar-date.ts'
import { seenVersion } from '../versions.ts'
import { hasPossibleRepeat, repeatInput } from './series.ts'
import { visitSteps } from './visits.ts'

const { form } = appointmentTexts

/** docs/specification.md B9 */
export const defaultTime = '09:00'
export const defaultDuration = 30
export const shortestDuration = 15
export const longestDuration = 480
/** How long a time is held while a patient confirms. */
export const holdMinutes = 10

const optionalId = z.union([z.literal(''), z.uuid()])

/** The form of 'Schedule New Appointment' and 'Reschedule Appointment'. */
export const appointmentForm = z.object({
  /** id of the patient's record */
  patientId: z.string().check(z.minLength(1, form.patientMissing)),
  /** key of an appointment type */
  appointmentType: z.string().check(z.minLength(1, form.typeMissing), z.maxLength(60)),
  /** empty: nobody in particular */
  providerId: optionalId,
  roomId: optionalId,
  /** YYYY-MM-DD and HH:mm on the clinic's clock */
  date: z.string().check(z.minLength(1, form.dateMissing)),
  time: z.string().check(z.minLength(1, form.timeMissing)),
  /** which of the two, on a night that repeats an hour */
  isLaterHour: z.optional(z.boolean()),
  /** in minutes */
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

/** Input of `schedule-appointment`: once, or every so many days in wall time. */
export const scheduleAppointmentInput = z
  .extend(appointmentInput, { repeat: z.optional(repeatInput) })
  .check(hasPossibleRepeat)

/** One visit of a series, or this and all that follow. */
const scope = z.optional(z.enum(['one', 'following']))

/** Input of `reschedule-appointment`; the patient stays the same. */
export const rescheduleAppointmentInput = z.extend(z.omit(appointmentInput, { patientId: true }), {
  appointmentId: z.uuid(),
  version: seenVersion,
  scope,
})

/** Why a visit cannot be there, or what to know about it; the first one that applies. */
export type Obstacle = 'past' | 'skipped' | 'provider' | 'room' | 'patient' | 'outside'

/** Input of `visit-obstacles`: a visit or a series that is about to be scheduled, or to be moved. */
export const visitObstaclesInput = z
  .extend(z.omit(appointmentInput, { patientId: true, notes: true }), {
    /** empty: not chosen yet */
    patientId: optionalId,
    repeat: z.optional(repeatInput),
    /** a visit that is to be moved; its patient counts */
    appointmentId: z.optional(z.uuid()),
    scope,
  })
  .check(hasPossibleRepeat)

/** Answer of `visit-obstacles`: every date, with what is in the way first. Outside of the hours may be saved. */
export interface VisitObstacles {
  dates: { date: string; obstacle: Obstacle | null }[]
}

const reason = z.string().check(z.trim(), z.maxLength(500, form.reasonLong))

/** Input of `cancel-appointment`. */
export const cancelAppointmentInput = z.object({ appointmentId: z.uuid(), reason, scope })

/** Input of `mark-appointment`. */
export const markAppointmentInput = z.object({ appointmentId: z.uuid(), step: z.enum(visitSteps) })

/** Input of `free-times`: the times at which a visit can begin, on some days of the clinic's calendar. */
export const freeTimesInput = z.object({
  appointmentType: z.string().check(z.minLength(1), z.maxLength(60)),
  /** one provider only */
  providerId: z.optional(z.uuid()),
  /** YYYY-MM-DD; today without it */
  from: z.optional(calendarDate()),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(31)),
  /** a visit that is to be moved: its present time counts as free */
  appointmentId: z.optional(z.uuid()),
})

/** Answer of `free-times`. Instants are ISO strings. */
export interface FreeTimesView {
  timeZone: string
  /** the first of the days */
  from: string
  times: { startsAt: string; providerId: string }[]
}

/** Input of `visit-days`: the days of a month, or a few more. */
export const visitDaysInput = z.object({
  /** YYYY-MM-DD on the clinic's clock */
  from: calendarDate(),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(62)),
})

/** Answer of `visit-days`: only days that have something. */
export interface VisitDays {
  days: { date: string; visits: number; events: number }[]
}

/** A time that a patient has chosen. */
const chosenTime = {
  providerId: z.uuid(),
  startsAt: instant({ offset: true }),
}

/** Input of `hold-time`: keeps a time while the patient confirms. */
export const holdTimeInput = z.object({
  appointmentType: z.string().check(z.minLength(1), z.maxLength(60)),
  ...chosenTime,
})

/** Input of `book-appointment`. */
export const bookAppointmentInput = holdTimeInput

/** Input of `move-own-appointment`. @see isLate */
export const moveOwnAppointmentInput = z.object({
  appointmentId: z.uuid(),
  ...chosenTime,
  acceptsLate: z.boolean(),
})

/** Input of `cancel-own-appointment`. `acceptsLate`: the person has read the consequence of a late change. */
export const cancelOwnAppointmentInput = z.object({
  appointmentId: z.uuid(),
  reason,
  acceptsLate: z.boolean(),
})
