/** The most people in one call; a plan has no limit. */
export const mostPatients = 100

/** `already`: patients with the same open assignment, which stays unchanged. */
export interface Assigned {
  assigned: number
  already: number
  /** of all chosen patients: those without an account, who see it after they accept an invitation */
  withoutAccount: number
}

export type AssignmentState = 'completed' | 'overdue' | 'open' | 'waiting' | 'withdrawn'

/** @param today the clinic's date */
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
