/** A visit's state, and the lists that show it. */
import { hourMs } from '../values/durations.ts'

export const appointmentStatuses = ['requested', 'upcoming', 'completed', 'canceled', 'no_show'] as const

export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** What the desk does with a visit on its day; `reopened` takes the last of them back. */
export const visitSteps = ['accepted', 'arrived', 'started', 'completed', 'no_show', 'reopened'] as const

export type VisitStep = (typeof visitSteps)[number]

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
