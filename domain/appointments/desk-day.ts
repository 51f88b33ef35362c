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
  /** begun; a started visit stays until its end is recorded */
  current: T[]
  ahead: T[]
}

/** @param visits of one day, without canceled ones */
export function deskDay<T extends DeskVisit>(visits: readonly T[], now: Date): DeskDay<T> {
  const day: DeskDay<T> = { done: [], open: [], current: [], ahead: [] }
  for (const visit of visits.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt, 'en-US'))) {
    day[partOf(visit, now.getTime())].push(visit)
  }
  return day
}

function partOf(visit: DeskVisit, now: number): keyof DeskDay<DeskVisit> {
  if (visit.status === 'completed' || visit.status === 'no_show') return 'done'
  if (visit.startedAt) return 'current'
  if (Date.parse(visit.startsAt) > now) return 'ahead'
  return Date.parse(visit.endsAt) > now ? 'current' : 'open'
}

/** The visits of the first day after `today` that has any. */
export function nextDay<T extends DeskVisit>(visits: readonly T[], today: string): T[] {
  const later = visits.filter(({ date }) => date > today)
  const first = later.map(({ date }) => date).toSorted()[0]
  return later
    .filter(({ date }) => date === first)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt, 'en-US'))
}
