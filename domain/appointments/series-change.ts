/** "This and all that follow": what a change of one visit means for the later visits of its series. */

import { addDays, daysBetween, weekdayOf } from '../values/zones.ts'

/** Date and time are those of the clinic's clock; the duration is in minutes. */
export interface VisitPlan {
  date: string
  time: string
  providerId: string | null
  roomId: string | null
  type: string
  duration: number
}

export interface SeriesVisit extends VisitPlan {
  id: string
  /** As its series plans it; null if unknown. */
  planned: VisitPlan | null
}

/** Parts of a visit that change together: a visit on another day has its own time. */
const parts = {
  time: ['date', 'time'],
  provider: ['providerId'],
  room: ['roomId'],
  kind: ['type', 'duration'],
} as const satisfies Record<string, readonly (keyof VisitPlan)[]>

export type VisitPart = keyof typeof parts
const visitParts = Object.keys(parts) as VisitPart[]

export interface FollowedVisit {
  id: string
  to: VisitPlan
  planned: VisitPlan
  /** Changed parts that the visit retains, because it was changed on its own. */
  retains: VisitPart[]
}

const differs = (a: VisitPlan, b: VisitPlan, part: VisitPart) => parts[part].some((key) => a[key] !== b[key])

/**
 * Applies to every visit only what the change of the first one changes. A visit that was changed on its own retains
 * those parts.
 *
 * @param change.weekdays of the series: with several, visits on other weekdays keep their day
 * @param change.includesOwn true: visits that were changed on their own follow too
 * @param others the later visits, without the first
 */
export function followChange(
  before: SeriesVisit,
  to: VisitPlan,
  others: readonly SeriesVisit[],
  change: { weekdays: readonly number[] | null; includesOwn: boolean },
): FollowedVisit[] {
  const changed = visitParts.filter((part) => differs(before, to, part))
  const days = daysBetween(before.date, to.date)
  const plan = before.planned ?? before
  const hasWeekdays = (change.weekdays?.length ?? 0) > 1

  function planOf(base: VisitPlan): VisitPlan {
    const isMovedDay = !hasWeekdays || weekdayOf(base.date) === weekdayOf(plan.date)
    const next = { ...base }
    if (isMovedDay) next.date = addDays(base.date, days)
    if (to.time !== before.time) next.time = to.time
    if (changed.includes('provider')) next.providerId = to.providerId
    if (changed.includes('room')) next.roomId = to.roomId
    if (to.type !== before.type) next.type = to.type
    if (to.duration !== before.duration) next.duration = to.duration
    return next
  }

  const first = { id: before.id, to, planned: taking(plan, to, changed), retains: [] }
  return [
    first,
    ...others.map((visit): FollowedVisit => {
      const base = visit.planned ?? visit
      const planned = planOf(base)
      const retains = change.includesOwn ? [] : changed.filter((part) => differs(visit, base, part))
      const applied = changed.filter((part) => !retains.includes(part))
      return { id: visit.id, to: taking(visit, planned, applied), planned, retains }
    }),
  ]
}

/** The visit with some parts of another. */
function taking(visit: VisitPlan, other: VisitPlan, taken: readonly VisitPart[]): VisitPlan {
  const { date, time, providerId, roomId, type, duration } = visit
  const result: VisitPlan = { date, time, providerId, roomId, type, duration }
  for (const part of taken) for (const key of parts[part]) Object.assign(result, { [key]: other[key] })
  return result
}

export function isSamePlan(a: VisitPlan, b: VisitPlan): boolean {
  return visitParts.every((part) => !differs(a, b, part))
}
