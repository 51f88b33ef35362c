/** Small things that somebody of the team has to do ("Task Assignments", docs/specification.md B3). */

import * as z from 'zod/mini'
import { optionalDate } from '../calendar-date.ts'
import { onOneLine } from '../one-line.ts'
import { taskTexts } from '../texts/tasks.ts'
import { seenVersion } from '../versions.ts'

const { form } = taskTexts

export const longestTitle = 200

/** The form of a task. Empty texts: nobody in particular, no day. */
export const taskForm = z.object({
  version: seenVersion,
  title: z
    .string()
    .check(
      onOneLine(),
      z.minLength(1, form.titleMissing),
      z.maxLength(longestTitle, form.titleLong(longestTitle)),
    ),
  /** id of the patient's record, or empty */
  patientId: z.union([z.literal(''), z.uuid()]),
  /** account of a person of the team */
  assigneeId: z.string().check(z.minLength(1, form.assigneeMissing)),
  /** YYYY-MM-DD, or empty */
  dueOn: optionalDate(form.dueInvalid),
})
export type TaskForm = z.infer<typeof taskForm>

/** Input of `save-task`; without an id a new one. */
export const saveTaskInput = z.extend(taskForm, {
  taskId: z.optional(z.uuid()),
  assigneeId: z.uuid(form.assigneeMissing),
})

/** Input of `complete-task`: done, or not done after all. */
export const completeTaskInput = z.object({ taskId: z.uuid(), isDone: z.boolean() })

/** Whether a task's day has passed. @param today the clinic's date, YYYY-MM-DD */
export function isOverdue(
  { dueOn, isDone }: { dueOn: string | null; isDone: boolean },
  today: string,
): boolean {
  return !isDone && dueOn !== null && dueOn < today
}

/** Overdue first, then by day, those without a day last; done ones after all others. */
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
