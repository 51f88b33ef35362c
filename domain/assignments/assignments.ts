/** What a clinic asks its patients to read or see. */

/** The most people whom one call names; a plan has no limit. */
export const mostPatients = 100

/** Answer of `assign-lesson`. `already`: had it open before, and keep it as it was. */
export interface Assigned {
  assigned: number
  already: number
}

export type AssignmentState = 'completed' | 'overdue' | 'open' | 'waiting' | 'withdrawn'

/** How an assignment stands. @param today the clinic's date */
export function assignmentState(
  assignment: {
    completedAt: string | null
    withdrawnAt: string | null
    opensAt: string
    dueOn: string | null
  },
  now: Date,
  today: string,
): AssignmentState {
  if (assignment.completedAt) return 'completed'
  if (assignment.withdrawnAt) return 'withdrawn'
  if (new Date(assignment.opensAt) > now) return 'waiting'
  return assignment.dueOn !== null && assignment.dueOn < today ? 'overdue' : 'open'
}
