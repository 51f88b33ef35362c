/** "Task Assignments" (docs/specification.md B3). */

export const longestTitle = 200

/** @param today the clinic's date, YYYY-MM-DD */
export function isOverdue(
  { dueOn, isDone }: { dueOn: string | null; isDone: boolean },
  today: string,
): boolean {
  return !isDone && dueOn !== null && dueOn < today
}

/** Overdue first, then by date, then without a date; done ones last. */
export function byUrgency(
  a: { dueOn: string | null; isDone: boolean; createdAt: string },
  b: { dueOn: string | null; isDone: boolean; createdAt: string },
): number {
  if (a.isDone !== b.isDone) return a.isDone ? 1 : -1
  return (
    (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999', 'en-US') ||
    a.createdAt.localeCompare(b.createdAt, 'en-US')
  )
}
