/** The steps of a visit on its day, which the desk notes: by a button, or by one key. */
import type { AppointmentStatus, VisitStep } from './visits.ts'

export interface VisitProgress {
  status: AppointmentStatus
  /** the day on the clinic's clock */
  date: string
  /** ISO instants */
  arrivedAt: string | null
  startedAt: string | null
}

/** One key each. They count while something of the visit has focus, never on the whole page (WCAG 2.1.4). */
export const keysOfSteps: Readonly<Record<string, VisitStep>> = {
  a: 'arrived',
  s: 'started',
  f: 'completed',
  n: 'no_show',
}

/** The key of a step, if it has one. */
export function keyOfStep(step: VisitStep): string | undefined {
  return Object.keys(keysOfSteps).find((key) => keysOfSteps[key] === step)
}

/** The step that comes next, from the visit's day on. */
export function nextStep(
  { status, date, arrivedAt, startedAt }: VisitProgress,
  today: string,
): VisitStep | null {
  if (status === 'requested') return 'accepted'
  if (status !== 'upcoming' || date > today) return null
  if (startedAt) return 'completed'
  return arrivedAt ? 'started' : 'arrived'
}

/** Every step that is possible, besides accepting a request. */
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

/** The step that a key stands for, if it is possible now. */
export function stepOfKey(key: string, visit: VisitProgress, today: string): VisitStep | null {
  const step = keysOfSteps[key.toLowerCase()]
  return step && possibleSteps(visit, today).includes(step) ? step : null
}
