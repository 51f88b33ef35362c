import * as z from 'zod/mini'
import { mostPatients } from '../assignments/assignments.ts'
import { storableText } from '../content/article.ts'
import { assignmentTexts } from '../texts/assignments.ts'
import { programTexts } from '../texts/programs.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { seenVersion } from '../versions.ts'
import { longestInterval, mostSessions, programEmojis, programStarts } from './programs.ts'

const rules = programTexts.validation

const title = z.string().check(onOneLine(), z.minLength(1, rules.title), z.maxLength(120, rules.titleLong))

const description = z
  .string()
  .check(z.overwrite(storableText), z.trim(), z.maxLength(300, rules.descriptionLong))

const session = z.object({
  /** Null: a new session. */
  id: z.nullable(z.uuid()),
  title,
  description,
  itemId: z.nullable(z.uuid()),
  slidesItemId: z.nullable(z.uuid()),
})

/** The whole program, with the version that was read; 0 for a new one. */
export const saveProgramInput = z
  .object({
    programId: z.nullable(z.uuid()),
    version: seenVersion,
    title,
    description,
    category: z.string().check(onOneLine(), z.minLength(2, rules.category), z.maxLength(40, rules.category)),
    emoji: z.enum(programEmojis),
    start: z.enum(programStarts),
    startsOn: optionalDate(rules.startsOn),
    intervalDays: z
      .int(rules.interval)
      .check(z.gte(0, rules.interval), z.lte(longestInterval, rules.interval)),
    planIds: z.array(z.uuid()).check(z.maxLength(50)),
    sessions: z
      .array(session)
      .check(z.minLength(1, rules.sessions), z.maxLength(mostSessions, rules.sessionsMany)),
  })
  .check(
    z.refine(({ start, startsOn }) => start === 'rolling' || startsOn !== '', {
      error: rules.startsOn,
      path: ['startsOn'],
    }),
  )

export type SaveProgram = z.input<typeof saveProgramInput>

/** Removes it from the list, or restores it. Enrolled patients retain their lessons. */
export const deleteProgramInput = z.object({ programId: z.uuid(), isDeleted: z.boolean() })

export const addToProgramInput = z.object({ programId: z.uuid(), itemId: z.uuid() })

export const assignProgramInput = z
  .object({
    programId: z.uuid(),
    patientIds: z._default(
      z.array(z.uuid()).check(z.maxLength(mostPatients, assignmentTexts.validation.tooMany)),
      [],
    ),
    planId: z._default(z.nullable(z.uuid()), null),
  })
  .check(
    z.refine(({ patientIds, planId }) => patientIds.length > 0 !== (planId !== null), {
      error: assignmentTexts.validation.nobody,
      path: ['patientIds'],
    }),
  )

export const endEnrollmentInput = z.object({ enrollmentId: z.uuid() })

export const copyProgramInput = z.object({ key: z.string().check(z.maxLength(80)) })
