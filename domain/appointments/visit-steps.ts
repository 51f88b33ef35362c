import type { AppointmentStatus, VisitStep } from './visits.ts'

export interface VisitProgress {
  status: AppointmentStatus
  /** The day in the clinic's zone. */
  date: string
  /** ISO instants. */
  arrivedAt: string | null
  startedAt: string | null
}

/** Active only while an element of the visit has focus (WCAG 2.1.4). */
export const keysOfSteps: Readonly<Record<string, VisitStep>> = {
  a: 'arrived',
  s: 'started',
  f: 'completed',
  n: 'no_show',
}

export function keyOfStep(step: VisitStep): string | undefined {
  return Object.keys(keysOfSteps).find((key) => keysOfSteps[key] === step)
}

export function nextStep(
  { status, date, arrivedAt, startedAt }: VisitProgress,
  today: string,
): VisitStep | null {
  if (status === 'requested') return 'accepted'
  if (status !== 'upcoming' || date > today) return null
  // on a later day, the outcome alone is missing
  if (startedAt || date < today) return 'completed'
  return arrivedAt ? 'started' : 'arrived'
}

/** All possible steps except accepting a request. */
export function possibleSteps(
  { status, date, arrivedAt, startedAt }: VisitProgress,
  today: string,
): VisitStep[] {
  if (status === 'completed' || status === 'no_show') return ['reopened']
  if (status !== 'upcoming' || date > today) return []
  const steps: VisitStep[] = arrivedAt ? [] : ['arrived']
  if (!startedAt) steps.push('started')
  steps.push('completed', 'no_show')
  if (arrivedAt || startedAt) steps.push('reopened')
  return steps
}

/** While the visit is ahead: to record that its patient will come, or to undo that. */
export function confirmationStep(
  {
    status,
    arrivedAt,
    startsAt,
    confirmedAt,
  }: Pick<VisitProgress, 'status' | 'arrivedAt'> & { startsAt: string; confirmedAt: string | null },
  now: Date,
): VisitStep[] {
  if (status !== 'upcoming' || arrivedAt || new Date(startsAt) <= now) return []
  return [confirmedAt ? 'unconfirmed' : 'confirmed']
}

export function stepOfKey(key: string, visit: VisitProgress, today: string): VisitStep | null {
  const step = keysOfSteps[key.toLowerCase()]
  return step && possibleSteps(visit, today).includes(step) ? step : null
}
