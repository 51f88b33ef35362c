/** docs/specification.md B3. */

import * as z from 'zod/mini'
import { schedulingTexts } from '../texts/scheduling.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { isWebAddress, withPlainScheme } from '../values/web-address.ts'
import { seenVersion } from '../versions.ts'
import { largestFeeCents, smallestFeeCents } from '../visit-fees/fees.ts'
import { confirmedVisits } from './affected-visits.ts'
import { longestDuration, shortestDuration } from './appointments.ts'

const texts = schedulingTexts

const wholeNumber = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message))

/** In cents; null: no fee. */
const fee = z.nullable(wholeNumber(smallestFeeCents, largestFeeCents, texts.fee))

export const places = ['in_person', 'phone', 'video'] as const
export type Place = (typeof places)[number]
export const bookings = ['no', 'request', 'yes'] as const

/** Without a key, creates a type. */
export const saveAppointmentTypeInput = z
  .object({
    key: z.optional(z.string().check(z.maxLength(60))),
    version: seenVersion,
    name: z.string().check(onOneLine(), z.minLength(1, texts.nameMissing), z.maxLength(80, texts.nameLong)),
    durationMinutes: wholeNumber(shortestDuration, longestDuration, texts.duration),
    beforeMinutes: wholeNumber(0, 240, texts.around),
    afterMinutes: wholeNumber(0, 240, texts.around),
    place: z.enum(places),
    videoLink: z.string().check(
      z.trim(),
      z.maxLength(500, texts.link),
      z.refine((link) => link === '' || (/^https:/i.test(link) && isWebAddress(link)), texts.link),
      z.overwrite(withPlainScheme),
    ),
    patientsBook: z.enum(bookings),
    minNoticeMinutes: wholeNumber(0, 43_200, texts.minNotice),
    maxNoticeDays: wholeNumber(1, 730, texts.maxNotice),
    cancelWindowHours: wholeNumber(0, 720, texts.cancelWindow),
    cancelPolicy: z.string().check(z.trim(), z.maxLength(500, texts.long)),
    lateCancelFeeCents: fee,
    noShowFeeCents: fee,
    feeText: z.string().check(z.trim(), z.maxLength(500, texts.long)),
    bring: z.string().check(z.trim(), z.maxLength(500, texts.long)),
    isActive: z.boolean(),
    plans: z.array(z.uuid()).check(z.maxLength(100)),
    confirmed: confirmedVisits,
  })
  .check(
    z.refine(({ place, videoLink }) => place !== 'video' || videoLink !== '', {
      path: ['videoLink'],
      error: texts.linkMissing,
    }),
    z.refine(
      ({ lateCancelFeeCents, cancelWindowHours }) => lateCancelFeeCents === null || cancelWindowHours > 0,
      { path: ['lateCancelFeeCents'], error: texts.feeWithoutWindow },
    ),
  )
export type AppointmentTypeForm = z.infer<typeof saveAppointmentTypeInput>

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, texts.time))
const closing = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, texts.time))

/** The days of validity are inclusive; the last is optional. */
const hoursLine = z
  .object({
    day: z.literal([1, 2, 3, 4, 5, 6, 7]),
    opens: time,
    closes: closing,
    validFrom: calendarDate(texts.date),
    validUntil: z.nullable(calendarDate(texts.date)),
  })
  .check(
    z.refine(({ opens, closes }) => opens < closes, { path: ['closes'], error: texts.order }),
    z.refine(({ validFrom, validUntil }) => validUntil === null || validFrom <= validUntil, {
      path: ['validUntil'],
      error: texts.dateOrder,
    }),
  )

/** A member of the team who sees patients. Without an id, creates a provider. */
export const saveProviderInput = z.object({
  providerId: z.optional(z.uuid()),
  version: seenVersion,
  /** Account of a member of the team. */
  userId: z.uuid(texts.personMissing),
  name: z.string().check(onOneLine(), z.minLength(1, texts.nameMissing), z.maxLength(120, texts.nameLong)),
  title: z.string().check(onOneLine(), z.maxLength(120, texts.nameLong)),
  /** Keys of appointment types; empty means all. */
  types: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(50)),
  isActive: z.boolean(),
  /** Whether the clinic's site lists the provider; absent: unchanged. */
  isPublic: z.optional(z.boolean()),
  hours: z.array(hoursLine).check(z.maxLength(100)),
  confirmed: confirmedVisits,
})

export const saveScheduleExceptionInput = z
  .object({
    /** Null: the whole clinic. */
    providerId: z.nullable(z.uuid()),
    kind: z.enum(['off', 'extra']),
    title: z.string().check(onOneLine(), z.maxLength(120, texts.nameLong)),
    startsOn: calendarDate(texts.date),
    endsOn: calendarDate(texts.date),
    /** Both null: whole days. */
    opens: z.nullable(time),
    closes: z.nullable(closing),
    confirmed: confirmedVisits,
  })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'], error: texts.dateOrder }),
    z.refine(({ opens, closes }) => (opens === null) === (closes === null), {
      path: ['closes'],
      error: texts.time,
    }),
    z.refine(({ opens, closes }) => opens === null || closes === null || opens < closes, {
      path: ['closes'],
      error: texts.order,
    }),
    z.refine(({ kind, providerId, opens }) => kind === 'off' || (providerId !== null && opens !== null), {
      path: ['providerId'],
      error: texts.extraWhose,
    }),
  )

export const removeScheduleExceptionInput = z.object({ exceptionId: z.uuid(), confirmed: confirmedVisits })

/** Without an id, creates a room. */
export const saveRoomInput = z.object({
  roomId: z.optional(z.uuid()),
  version: seenVersion,
  name: z.string().check(onOneLine(), z.minLength(1, texts.nameMissing), z.maxLength(80, texts.nameLong)),
  isActive: z.boolean(),
  confirmed: confirmedVisits,
})
export type RoomForm = z.infer<typeof saveRoomInput>

/** Both may be empty. */
export const visitPlaceForm = z.object({
  visitAddress: z.string().check(onOneLine(), z.maxLength(200, texts.addressLong)),
  directions: z.string().check(z.trim(), z.maxLength(500, texts.long)),
})
export type VisitPlaceForm = z.infer<typeof visitPlaceForm>

/** Absent fields stay unchanged. */
export const schedulingSettingsInput = z.extend(z.partial(visitPlaceForm), {
  version: seenVersion,
  /** Whether calendar feeds of providers name patients. */
  calendarNames: z.optional(z.boolean()),
})

export interface OwnCalendar {
  /** Whether the caller sees patients. */
  isProvider: boolean
  /** ISO instant of the private address; null if there is none. */
  createdAt: string | null
  hasNames: boolean
}

/** Appointment types that a plan includes, each with the caller's plan or null. */
export interface VisitPlans {
  types: { key: string; plan: string | null }[]
}
