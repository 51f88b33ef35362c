/** Inputs of the actions on tasks: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'
import { taskTexts } from '../texts/tasks.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { seenVersion } from '../versions.ts'
import { longestTitle } from './tasks.ts'

const { form } = taskTexts

/** The form of a task. Empty texts: no person, no day. */
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
