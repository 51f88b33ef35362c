import * as z from 'zod/mini'
import { taskTexts } from '../texts/tasks.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { seenVersion } from '../versions.ts'
import { longestTitle } from './tasks.ts'

const { form } = taskTexts

/** Empty texts: no person, no day. */
export const taskForm = z.object({
  version: seenVersion,
  title: z
    .string()
    .check(
      onOneLine(),
      z.minLength(1, form.titleMissing),
      z.maxLength(longestTitle, form.titleLong(longestTitle)),
    ),
  /** Id of the patient's record, or empty. */
  patientId: z.union([z.literal(''), z.uuid()]),
  /** Account of a team member. */
  assigneeId: z.string().check(z.minLength(1, form.assigneeMissing)),
  /** YYYY-MM-DD, or empty. */
  dueOn: optionalDate(form.dueInvalid),
})

export type TaskForm = z.infer<typeof taskForm>

/** Without an id, creates a task. */
export const saveTaskInput = z.extend(taskForm, {
  taskId: z.optional(z.uuid()),
  assigneeId: z.uuid(form.assigneeMissing),
})

export const completeTaskInput = z.object({ taskId: z.uuid(), isDone: z.boolean() })
