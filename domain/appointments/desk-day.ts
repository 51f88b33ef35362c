import type { AppointmentStatus } from './visits.ts'

export interface DeskVisit {
  status: AppointmentStatus
  /** The day in the clinic's zone. */
  date: string
  /** ISO instants. */
  startsAt: string
  endsAt: string
  startedAt: string | null
}

/** A day as the desk works through it, each part in order of time. */
export interface DeskDay<T> {
  /** with an outcome */
  done: T[]
  /** over without an outcome */
  open: T[]
  /** a started visit stays until its end is recorded */
  ahead: T[]
}

/** @param visits of one day, without canceled ones */
export function deskDay<T extends DeskVisit>(visits: readonly T[], now: Date): DeskDay<T> {
  const day: DeskDay<T> = { done: [], open: [], ahead: [] }
  for (const visit of visits.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt, 'en-US'))) {
    const isDone = visit.status === 'completed' || visit.status === 'no_show'
    const isAhead = visit.startedAt !== null || Date.parse(visit.endsAt) > now.getTime()
    day[isDone ? 'done' : isAhead ? 'ahead' : 'open'].push(visit)
  }
  return day
}

/** The visits of the first day after `today` that has any. */
export function nextDay<T extends DeskVisit>(visits: readonly T[], today: string): T[] {
  const later = visits.filter(({ date }) => date > today)
  const first = later.map(({ date }) => date).toSorted()[0]
  return later
    .filter(({ date }) => date === first)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt, 'en-US'))
}
