/** Import of patients from a file: what is sent for a dry run and for the import, and what both answer. */
import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import type { PlanInterval } from '../plans/plans.ts'
import { patientImportTexts } from '../texts/patient-imports.ts'
import { type ImportField, importFields } from './columns.ts'
import type { RowState, SkippedReason } from './row-states.ts'

export const importLimits = {
  rows: 2_000,
  fileBytes: 1_000_000,
  cellLength: 300,
}

const texts = patientImportTexts.problems

const cell = z.string().check(z.maxLength(importLimits.cellLength, texts.long))
const cells = z.object(
  Object.fromEntries(importFields.map((field) => [field, z.optional(cell)])) as Record<
    ImportField,
    z.ZodMiniOptional<typeof cell>
  >,
)

/** Input of `check-patient-import`: a dry run, which writes nothing. */
export const checkPatientImportInput = z.object({
  rows: z
    .array(z.object({ line: z.int().check(z.minimum(1), z.maximum(10_000_000)), cells }))
    .check(z.minLength(1, texts.none), z.maxLength(importLimits.rows, texts.tooMany)),
  /** How 3/4/2026 is meant; 2026-04-03 is always understood. */
  dateOrder: z.enum(['mdy', 'dmy']),
})
export type ImportedRow = z.output<typeof checkPatientImportInput>['rows'][number]
export type DateOrder = 'mdy' | 'dmy'

/** Input of `import-patients`: the same rows once more, checked anew. The same attempt is carried out once. */
export const importPatientsInput = z.object({
  ...checkPatientImportInput.shape,
  attempt,
  /** Whether everybody is mailed an invitation now; else the clinic invites them later. */
  invites: z.boolean(),
})

/** Input of `patient-import`: how far it is. Without an id: the newest. */
export const patientImportInput = z.object({ importId: z.nullish(z.uuid()) })

/** What somebody will first be charged, if they agree. */
export interface FirstCharge {
  /** In the clinic's zone; null: on the day they join */
  on: string | null
  /** Days of the plan's trial before it, counted from the day they join */
  afterDays: number
  totalCents: number
  currency: string
}

/** A row after the dry run. */
export interface CheckedRow {
  line: number
  state: RowState
  /** What is wrong, by field. */
  problems: Partial<Record<ImportField, string>>
  name: string
  email: string
  /** YYYY-MM-DD */
  birthday: string | null
  /** E.164 */
  phone: string | null
  plan: { planId: string; priceId: string; name: string; interval: PlanInterval } | null
  /** YYYY-MM-DD, the last day that is paid */
  paidUntil: string | null
  firstCharge: FirstCharge | null
}

/** Answer of `check-patient-import`. */
export interface DryRun {
  rows: CheckedRow[]
}

/** Answer of `import-patients` and `patient-import`. */
export interface PatientImportView {
  id: string
  total: number
  added: number
  invites: boolean
  isDone: boolean
  skipped: { line: number; name: string; email: string; reason: SkippedReason }[]
}

export function countStates(rows: readonly CheckedRow[]): Record<RowState, number> {
  const counts = { ready: 0, problem: 0, repeated: 0, here: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}
