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

/** A dry run: writes nothing. */
export const checkPatientImportInput = z.object({
  rows: z
    .array(z.object({ line: z.int().check(z.minimum(1), z.maximum(10_000_000)), cells }))
    .check(z.minLength(1, texts.none), z.maxLength(importLimits.rows, texts.tooMany)),
  /** How to read 3/4/2026; 2026-04-03 is always valid. */
  dateOrder: z.enum(['mdy', 'dmy']),
})
export type ImportedRow = z.output<typeof checkPatientImportInput>['rows'][number]
export type DateOrder = 'mdy' | 'dmy'

/** Checks the rows again. `attempt` makes a retry safe. */
export const importPatientsInput = z.object({
  ...checkPatientImportInput.shape,
  attempt,
  /** Whether to invite the patients by mail now; otherwise the clinic invites them later. */
  invites: z.boolean(),
})

/** Without an id, the newest. */
export const patientImportInput = z.object({ importId: z.nullish(z.uuid()) })

export interface FirstCharge {
  /** In the clinic's zone; null: on the day of joining. */
  on: string | null
  /** Days of the plan's trial, from the day of joining. */
  afterDays: number
  totalCents: number
  currency: string
}

/** A row after the dry run. */
export interface CheckedRow {
  line: number
  state: RowState
  /** Errors by field. */
  problems: Partial<Record<ImportField, string>>
  name: string
  email: string
  /** YYYY-MM-DD */
  birthday: string | null
  /** E.164 */
  phone: string | null
  plan: { planId: string; priceId: string; name: string; interval: PlanInterval } | null
  /** YYYY-MM-DD, the last paid day. */
  paidUntil: string | null
  firstCharge: FirstCharge | null
}

export interface DryRun {
  rows: CheckedRow[]
}

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
