/** Calls of the desk to patients that no message reaches (docs/decisions/0177). */

import type { Reach } from '../patients/reach.ts'
import { addDays, weekdayOf } from '../values/zones.ts'

/** `provider`: another provider at the same time. */
export const callReasons = ['reminder', 'moved', 'provider', 'canceled', 'reopened'] as const
export type CallReason = (typeof callReasons)[number]

export interface VisitCall {
  appointmentId: string
  about: CallReason
  /** ISO instant of the visit, for a change after it. */
  startsAt: string
  /** Of the change (RFC 5545, SEQUENCE); 0 for a reminder. */
  sequence: number
  patientId: string
  patientName: string
  phone: string | null
  timeZone: string
  /** Of a moved visit: its time before. */
  wasStartsAt: string | null
  providerName: string | null
  /** Of a changed visit that had another provider: who that was. */
  wasProviderName: string | null
  /** Null: not called yet. */
  called: { at: string; by: string | null } | null
}

/** A time from the waitlist, held for a patient who cannot answer online. Instants are ISO strings. */
export interface OfferCall {
  offerId: string
  patientId: string
  patientName: string
  phone: string | null
  startsAt: string
  expiresAt: string
  timeZone: string
}

export interface VisitCalls {
  /** Visits until the end of this day of the clinic's calendar are reminded of. */
  until: string
  calls: VisitCall[]
  /** The first to expire first. */
  offers: OfferCall[]
}

export type ReminderWay = 'email' | 'text' | 'guardian' | 'call'

/** How a patient is reminded of a visit; none: not wanted. */
export interface VisitReach {
  reach: Reach
  ways: ReminderWay[]
}

const workingDays = 2
const furthest = 14

/**
 * The second working day after today.
 * @param weekdays ISO 8601 days with provider hours; none: Monday to Friday
 * @param closed whole days on which the clinic is closed
 */
export function callsUntil(
  today: string,
  weekdays: readonly number[],
  closed: readonly { startsOn: string; endsOn: string }[],
): string {
  const open = weekdays.length > 0 ? weekdays : [1, 2, 3, 4, 5]
  const isWorking = (date: string) =>
    open.includes(weekdayOf(date)) &&
    !closed.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
  const days = Array.from({ length: furthest }, (_, day) => addDays(today, day + 1))
  return days.filter(isWorking)[workingDays - 1] ?? addDays(today, furthest)
}
