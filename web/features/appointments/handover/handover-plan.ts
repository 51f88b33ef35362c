import type { ChangedVisits, HandoverVisit, TakerObstacle } from '#domain/handover/handover.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'

export type Way = 'provider' | 'day' | 'cancel'
export const ways: readonly Way[] = ['provider', 'day', 'cancel']

export type VisitChange = ActionInput<'change-visits'>['changes'][number]

/** The user's choices: what happens to the visits, and to each where it differs from the usual. */
export interface Plan {
  way: Way
  takerId: string
  reason: string
  /** By visit: checked or not by the user. */
  checked: Readonly<Record<string, boolean>>
  /** By visit: the day and time that the user entered. */
  times: Readonly<Record<string, { date: string; time: string }>>
}

export interface PlannedRow {
  visit: HandoverVisit
  isChecked: boolean
  /** False if the choice is impossible: the box is off and disabled. */
  isPossible: boolean
  obstacle: TakerObstacle | null
  /** Of the way `day`. */
  to: { date: string; time: string; isLaterHour?: boolean } | null
}

/** A visit that the taker is free for is checked; one outside the hours only if the user checks it. */
export function rowsOf(visits: readonly HandoverVisit[], plan: Plan): PlannedRow[] {
  return visits.map((visit) => {
    const id = visit.appointmentId
    const entered = plan.times[id]
    const to = plan.way === 'day' ? (entered ?? visit.free) : null
    const obstacle = plan.way === 'provider' ? (visit.takers[plan.takerId] ?? null) : null
    const isPossible =
      plan.way === 'provider'
        ? plan.takerId in visit.takers && (obstacle === null || obstacle === 'outside')
        : plan.way === 'cancel' || Boolean(to?.date && to.time)
    return {
      ...{ visit, isPossible, obstacle, to },
      isChecked: isPossible && (plan.checked[id] ?? obstacle === null),
    }
  })
}

/** The requests of the checked rows. */
export function changesOf(rows: readonly PlannedRow[], { way, takerId, reason }: Plan): VisitChange[] {
  return rows.flatMap(({ visit: { appointmentId, version }, isChecked, to }) => {
    if (!isChecked) return []
    const change: VisitChange['change'] | null =
      way === 'provider'
        ? { kind: 'hand-over', providerId: takerId }
        : way === 'cancel'
          ? { kind: 'cancel', reason }
          : to && { kind: 'move', ...to }
    return change ? [{ appointmentId, version, change }] : []
  })
}

/** Undone in the opposite order, so that no visit overlaps one that has not moved back yet. */
export function undoOf({ results }: ChangedVisits): VisitChange[] {
  return results
    .filter(({ result }) => result === 'done')
    .map(({ appointmentId, version }): VisitChange => ({ appointmentId, version, change: { kind: 'undo' } }))
    .toReversed()
}
