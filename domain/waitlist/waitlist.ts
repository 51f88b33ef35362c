/** docs/decisions/0061. */

import * as z from 'zod/mini'
import { waitlistTexts } from '../texts/waitlist.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { minutesOf, wallClock, weekdayOf } from '../values/zones.ts'

const texts = waitlistTexts.form

/** How long a patient has to answer an offer. */
export const offerMinutes = 30
/** How much longer the time stays reserved, for the next patient in line. */
export const passingOnMinutes = 2

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, texts.time))

const wish = {
  /** Key of an appointment type. */
  appointmentType: z.string().check(z.minLength(1, texts.typeMissing), z.maxLength(60)),
  /** Empty: any provider. */
  providerId: z.union([z.literal(''), z.uuid()]),
  /** The visit to replace; null: an additional visit. */
  appointmentId: z.nullable(z.uuid()),
  /** ISO 8601 weekdays; empty: any. */
  days: z.array(z.literal([1, 2, 3, 4, 5, 6, 7])).check(z.maxLength(7)),
  /** Both null: any hour. */
  opens: z.nullable(time),
  closes: z.nullable(time),
  /** YYYY-MM-DD, the last acceptable day. */
  until: calendarDate(texts.untilMissing),
}

interface Hours {
  opens: string | null
  closes: string | null
}
const bothOrNone = z.refine<Hours>(({ opens, closes }) => (opens === null) === (closes === null), {
  path: ['closes'],
  error: texts.time,
})
const inOrder = z.refine<Hours>(({ opens, closes }) => opens === null || closes === null || opens < closes, {
  path: ['closes'],
  error: texts.order,
})

/** Repeated for the same appointment type, it updates the wish. */
export const joinWaitlistInput = z.object(wish).check(bothOrNone, inOrder)
export type JoinWaitlist = z.infer<typeof joinWaitlistInput>

/** The desk's form: a patient's wish, for a kind of visit for which the patient does not wait yet. */
export const addToWaitlistInput = z
  .object({ patientId: z.uuid(texts.patientMissing), ...wish })
  .check(bothOrNone, inOrder)
export type AddToWaitlist = z.infer<typeof addToWaitlistInput>

export const waitlistEntryInput = z.object({ entryId: z.uuid() })

export const waitlistOfferInput = z.object({ offerId: z.uuid() })

/** The desk's answer for a patient. */
export const answerOfferInput = z.object({
  offerId: z.uuid(),
  answer: z.enum(['accepted', 'declined']),
})

/** The result of an accepted offer: a new visit, the current one moved, or a request where the clinic confirms first. */
export interface TakenOffer {
  appointmentId: string
  became: 'visit' | 'moved' | 'request'
}

export interface WaitlistWish {
  days: readonly number[]
  opens: string | null
  closes: string | null
  /** YYYY-MM-DD */
  until: string
  /** Instant of the visit to replace, in milliseconds. */
  before: number | null
}

/** @param startsAt in milliseconds @param zone the clinic's */
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
