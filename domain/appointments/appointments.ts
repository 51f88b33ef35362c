/** Visits: what people send, and what a visit's state allows (docs/specification.md B2.15, B4, B5). */

import * as z from 'zod/mini'
import { calendarDate, instant } from '../calendar-date.ts'
import { hourMs } from '../durations.ts'
import { appointmentTexts } from '../texts/appointments.ts'
import { seenVersion } from '../versions.ts'
import { hasPossibleRepeat, repeatInput } from './series.ts'

const { form } = appointmentTexts

export const appointmentStatuses = ['requested', 'upcoming', 'completed', 'canceled', 'no_show'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

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

/** What the desk does with a visit on its day; `reopened` takes the last of them back. */
export const visitSteps = ['accepted', 'arrived', 'started', 'completed', 'no_show', 'reopened'] as const
export type VisitStep = (typeof visitSteps)[number]

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

/** A visit as the lists show it. */
export interface Visit {
  status: AppointmentStatus
  /** ISO instant */
  startsAt: string
  /** the day on the clinic's clock */
  date: string
  time: string
}

/** What the badge says: `today` for any visit of the day that is not over (docs/specification.md B4). */
export function badgeOf({ status, date }: Pick<Visit, 'status' | 'date'>, today: string) {
  if (status !== 'upcoming') return status
  return date === today ? 'today' : 'upcoming'
}

/** Nothing can be moved or canceled once it has passed and is not upcoming (docs/specification.md B4). */
export function canChange({ status, startsAt }: Pick<Visit, 'status' | 'startsAt'>, now: Date): boolean {
  if (status === 'canceled') return false
  return status === 'upcoming' || status === 'requested' || new Date(startsAt) > now
}

export const appointmentFilters = ['all', 'today', 'upcoming', 'past'] as const
export type AppointmentFilter = (typeof appointmentFilters)[number]

/** Whether a filter shows a visit. Canceled ones are in nobody's list (docs/specification.md B4). */
export function isShown(
  { status, date }: Pick<Visit, 'status' | 'date'>,
  filter: AppointmentFilter,
  today: string,
): boolean {
  if (status === 'canceled') return false
  if (filter === 'today') return date === today
  if (filter === 'upcoming')
    return date > today || (date === today && (status === 'upcoming' || status === 'requested'))
  if (filter === 'past') return status === 'completed' || status === 'no_show'
  return true
}

/** By date and time, under one heading a day. */
export function byDay<T extends Pick<Visit, 'date' | 'startsAt'>>(visits: readonly T[]): [string, T[]][] {
  const days = new Map<string, T[]>()
  for (const visit of visits.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt, 'en-US')))
    days.set(visit.date, [...(days.get(visit.date) ?? []), visit])
  return [...days].sort(([a], [b]) => a.localeCompare(b, 'en-US'))
}

/** Whether a patient moves or cancels after the window of the visit's type (docs/domain-rules.md rule 27). */
export function isLate(startsAt: string | Date, windowHours: number, now: Date): boolean {
  return new Date(startsAt).getTime() - now.getTime() < windowHours * hourMs
}
