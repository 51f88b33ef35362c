import { hourMs } from '../values/durations.ts'

/** How long the team can undo a change; mails wait for it. Also in `app.undo_time`. */
export const undoSeconds = 30

export const appointmentStatuses = ['requested', 'upcoming', 'completed', 'canceled', 'no_show'] as const

export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** `reopened` reverts the last of those before it; `confirmed` is by phone. */
export const visitSteps = [
  'accepted',
  'arrived',
  'started',
  'completed',
  'no_show',
  'reopened',
  'confirmed',
  'unconfirmed',
] as const

export type VisitStep = (typeof visitSteps)[number]

export interface Visit {
  status: AppointmentStatus
  /** ISO instant. */
  startsAt: string
  /** The day in the clinic's zone. */
  date: string
  time: string
}

/** `today` for each visit of the day that is not over (docs/specification.md B4). */
export function badgeOf({ status, date }: Pick<Visit, 'status' | 'date'>, today: string) {
  if (status !== 'upcoming') return status
  return date === today ? 'today' : 'upcoming'
}

/** A past visit can be changed only while it is upcoming (docs/specification.md B4). */
export function canChange({ status, startsAt }: Pick<Visit, 'status' | 'startsAt'>, now: Date): boolean {
  if (status === 'canceled') return false
  return status === 'upcoming' || status === 'requested' || new Date(startsAt) > now
}

/** `past` has an outcome; `open` is over without one; `requested` waits for an answer. */
export const appointmentFilters = ['all', 'today', 'upcoming', 'requested', 'past', 'open'] as const

export type AppointmentFilter = (typeof appointmentFilters)[number]

export function byDay<T extends Pick<Visit, 'date' | 'startsAt'>>(visits: readonly T[]): [string, T[]][] {
  const days = new Map<string, T[]>()
  for (const visit of visits.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt, 'en-US')))
    days.set(visit.date, [...(days.get(visit.date) ?? []), visit])
  return [...days].sort(([a], [b]) => a.localeCompare(b, 'en-US'))
}

/** docs/domain-rules.md rule 27 */
export function isLate(startsAt: string | Date, windowHours: number, now: Date): boolean {
  return new Date(startsAt).getTime() - now.getTime() < windowHours * hourMs
}
