import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import type { PlanInterval } from '../plans/plans.ts'
import { patientImportTexts } from '../texts/patient-imports.ts'
import { hourMs } from '../values/durations.ts'
import { type ImportField, importFields } from './columns.ts'
import type { NotInvitedReason, RowState, SkippedReason } from './row-states.ts'

export const importLimits = {
  rows: 2_000,
  fileBytes: 1_000_000,
  cellLength: 300,
}

/** From the end of the import. */
export const undoImportMs = hourMs

const texts = patientImportTexts.problems

const cell = z.string().check(z.maxLength(importLimits.cellLength, texts.long))
const cells = z.object(
  Object.fromEntries(importFields.map((field) => [field, z.optional(cell)])) as Record<
    ImportField,
    z.ZodMiniOptional<typeof cell>
  >,
)
const line = z.int().check(z.minimum(1), z.maximum(10_000_000))
const someRows = z.maxLength(importLimits.rows, texts.tooMany)

/** A dry run: writes nothing. */
export const checkPatientImportInput = z.object({
  rows: z.array(z.object({ line, cells })).check(z.minLength(1, texts.none), someRows),
  /** How to read 3/4/2026. Null: as dates with a day above 12 show. */
  dateOrder: z.nullable(z.enum(['mdy', 'dmy'])),
  /** How to read 16 as a year: 2016 or 1916. Null: only as dates that are not in the future. */
  century: z.nullable(z.enum(['recent', 'past'])),
  /** Whether "Adler, Marta" is Marta Adler. */
  turnsNames: z.boolean(),
  /** The plan of each name in the file; a name of a published plan needs no entry. */
  planNames: z
    .array(
      z.object({
        name: cell,
        /** Null: no plan. Without a price, the row's price, or the plan's only one. */
        offer: z.nullable(z.object({ planId: z.uuid(), priceId: z.nullable(z.uuid()) })),
      }),
    )
    .check(someRows),
})
export type CheckedFile = z.output<typeof checkPatientImportInput>
export type ImportedRow = CheckedFile['rows'][number]
export type PlanName = CheckedFile['planNames'][number]

const rowChoice = z.object({
  line,
  /** fill: gives the existing record, or the earlier row, what it lacks. */
  how: z.enum(['new', 'skip', 'fill']),
  /** For `fill`, an existing patient; without, an earlier row. */
  patientId: z.nullish(z.uuid()),
})
export type RowChoice = z.output<typeof rowChoice>

/** Checks the rows again. `attempt` makes a retry safe. */
export const importPatientsInput = z.object({
  ...checkPatientImportInput.shape,
  attempt,
  /** Whether to invite the patients by mail now; otherwise the clinic invites them later. */
  invites: z.boolean(),
  /** For similar rows; others are new. */
  choices: z.array(rowChoice).check(someRows),
  /** The rows that get the account of an address which several patients share. */
  holders: z.array(line).check(someRows),
})

/** The admin's answers to the dry run. */
export type ConfirmedImport = Pick<z.output<typeof importPatientsInput>, 'invites' | 'choices' | 'holders'>

/** Without an id, the newest. */
export const patientImportInput = z.object({ importId: z.nullish(z.uuid()) })
export const undoImportInput = z.object({ importId: z.uuid() })

export interface FirstCharge {
  /** In the clinic's zone; null: on the day of joining. */
  on: string | null
  /** Days of the plan's trial, from the day of joining. */
  afterDays: number
  totalCents: number
  currency: string
}

/** An existing patient (`patientId`) or an earlier row (`line`) who may be the person of a row. */
export interface SimilarPerson {
  patientId: string | null
  line: number | null
  name: string
  /** YYYY-MM-DD */
  bornOn: string | null
  hasAccount: boolean
  hasSameName: boolean
}

/** A row after the dry run. */
export interface CheckedRow {
  line: number
  state: RowState
  /** Cells that could not be read and are left out, and the reason of `no_name`. */
  problems: Partial<Record<ImportField, string>>
  name: string
  /** The name of the file, if it was turned around. */
  writtenName: string | null
  email: string | null
  /** YYYY-MM-DD */
  birthday: string | null
  /** E.164 */
  phone: string | null
  plan: { planId: string; priceId: string; name: string; interval: PlanInterval } | null
  /** YYYY-MM-DD, the last paid day. */
  paidUntil: string | null
  firstCharge: FirstCharge | null
  /** The most similar first; at most 3. */
  similar: SimilarPerson[]
}

/** A plan's name in the file. */
export interface FilePlan {
  name: string
  rows: number
  /** Null: none, or not chosen yet. */
  offer: PlanName['offer']
  /** Whether a published plan has this name and its price is certain: no choice is needed. */
  isKnown: boolean
}

export interface OfferedPlan {
  planId: string
  priceId: string
  name: string
  interval: PlanInterval
  amountCents: number
  currency: string
}

/** An address of several patients. */
export interface SharedAddress {
  email: string
  /** Rows of the file. */
  lines: number[]
  /** Existing patients. */
  others: string[]
  /** Whether an account or an invitation has it: no row can get it. */
  isTaken: boolean
}

export interface DryRun {
  rows: CheckedRow[]
  planNames: FilePlan[]
  offers: OfferedPlan[]
  shared: SharedAddress[]
}

export interface PatientImportView {
  id: string
  total: number
  added: number
  /** Existing patients who got what their record lacked. */
  filled: number
  invites: boolean
  invited: number
  isDone: boolean
  skipped: { line: number; name: string; reason: SkippedReason }[]
  notInvited: { line: number; name: string; reason: NotInvitedReason }[]
  /** ISO instant; null if the import cannot be undone. */
  undoUntil: string | null
  /** After undoing: how many rows were undone, and the patients who stay. */
  undone: { removed: number; stays: string[] } | null
}

/** The chosen or default treatment of a row. Of a row with an existing patient's name, the default is to skip. */
export function choiceOf(row: CheckedRow, choices: ReadonlyMap<number, RowChoice>): RowChoice['how'] {
  if (row.state === 'no_name') return 'skip'
  if (row.state === 'ready') return 'new'
  const chosen = choices.get(row.line)
  if (chosen) return chosen.how
  return row.similar.some(({ hasSameName }) => hasSameName) ? 'skip' : 'new'
}

/** Whether a row is invited where the admin chooses to invite. */
export function getsInvitation(
  { line, email }: Pick<CheckedRow, 'line' | 'email'>,
  shared: readonly SharedAddress[],
  holders: ReadonlySet<number>,
): boolean {
  if (email === null) return false
  const address = shared.find((each) => each.email === email)
  return !address || (!address.isTaken && holders.has(line))
}

export interface RowCounts {
  added: number
  filled: number
  skipped: number
  withoutEmail: number
}

export function countRows(rows: readonly CheckedRow[], choices: ReadonlyMap<number, RowChoice>): RowCounts {
  const counts = { added: 0, filled: 0, skipped: 0, withoutEmail: 0 }
  for (const row of rows) {
    const how = choiceOf(row, choices)
    if (how === 'new') {
      counts.added += 1
      if (!row.email) counts.withoutEmail += 1
    } else if (how === 'fill') counts.filled += 1
    else counts.skipped += 1
  }
  return counts
}
