import * as z from 'zod/mini'
import { assignmentTexts } from '../texts/assignments.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { mostPatients } from './assignments.ts'

const rules = assignmentTexts.validation

const reason = z.string().check(onOneLine(), z.maxLength(300, rules.reasonLong))

const dueOn = optionalDate(rules.due)

export const assignLessonInput = z
  .object({
    itemId: z.uuid(),
    patientIds: z._default(z.array(z.uuid()).check(z.maxLength(mostPatients, rules.tooMany)), []),
    planId: z._default(z.nullable(z.uuid()), null),
    reason: z._default(reason, ''),
    dueOn: z._default(dueOn, ''),
  })
  .check(
    z.refine(({ patientIds, planId }) => patientIds.length > 0 !== (planId !== null), {
      error: rules.nobody,
      path: ['patientIds'],
    }),
  )

export type AssignLesson = z.input<typeof assignLessonInput>

export const withdrawAssignmentInput = z.object({ assignmentId: z.uuid(), isWithdrawn: z.boolean() })

/** `asksAgain`: patients who completed the old version must read the new one. */
export const pushCorrectionInput = z.object({ itemId: z.uuid(), asksAgain: z._default(z.boolean(), false) })
