/** The waitlist: who wants an earlier time, and what fits them (docs/decisions/0061). */

import * as z from 'zod/mini'
import { waitlistTexts } from '../texts/waitlist.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { minutesOf, wallClock, weekdayOf } from '../values/zones.ts'

const texts = waitlistTexts.form

/** How long one person has to answer an offer. */
export const offerMinutes = 30
/** How much longer nobody else may book the time, so that the next in line gets it. */
export const passingOnMinutes = 2

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, texts.time))

/** The patient's form, and the input of `join-waitlist`: repeated for the same kind of visit, it changes what is asked for. */
export const joinWaitlistInput = z
  .object({
    /** key of an appointment type */
    appointmentType: z.string().check(z.minLength(1, texts.typeMissing), z.maxLength(60)),
    /** empty: whoever is free first */
    providerId: z.union([z.literal(''), z.uuid()]),
    /** the visit that an earlier time replaces; null: a further visit */
    appointmentId: z.nullable(z.uuid()),
    /** ISO 8601 weekdays; empty: any */
    days: z.array(z.literal([1, 2, 3, 4, 5, 6, 7])).check(z.maxLength(7)),
    /** both or none: any hour */
    opens: z.nullable(time),
    closes: z.nullable(time),
    /** YYYY-MM-DD, the last day that helps */
    until: calendarDate(texts.untilMissing),
  })
  .check(
    z.refine(({ opens, closes }) => (opens === null) === (closes === null), {
      path: ['closes'],
      error: texts.time,
    }),
    z.refine(({ opens, closes }) => opens === null || closes === null || opens < closes, {
      path: ['closes'],
      error: texts.order,
    }),
  )
export type JoinWaitlist = z.infer<typeof joinWaitlistInput>

/** Input of `leave-waitlist` and `remove-from-waitlist`. */
export const waitlistEntryInput = z.object({ entryId: z.uuid() })

/** Input of `accept-offer` and `decline-offer`. */
export const waitlistOfferInput = z.object({ offerId: z.uuid() })

/** What somebody waits for. */
export interface WaitlistWish {
  days: readonly number[]
  opens: string | null
  closes: string | null
  /** YYYY-MM-DD */
  until: string
  /** the instant of the visit that an earlier time replaces, in milliseconds */
  before: number | null
}

/** Whether a time is one that somebody waits for. @param startsAt in milliseconds @param zone the clinic's */
export function fits(
  { days, opens, closes, until, before }: WaitlistWish,
  startsAt: number,
  durationMinutes: number,
  zone: string,
): boolean {
  const { date, time: clock } = wallClock(startsAt, zone)
  if (date > until || (before !== null && startsAt >= before)) return false
  if (days.length > 0 && !days.includes(weekdayOf(date))) return false
  const from = minutesOf(clock)
  return (
    opens === null ||
    closes === null ||
    (minutesOf(opens) <= from && from + durationMinutes <= minutesOf(closes))
  )
}
