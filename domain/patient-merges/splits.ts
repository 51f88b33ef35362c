/** A record that holds two people is split (docs/domain-rules.md rule 28, docs/decisions/0134). */
import * as z from 'zod/mini'
import { onOneLine } from '../one-line.ts'

/** What can move, in the order in which it is offered. Money is none of it. */
export const splitKinds = ['visits', 'notes', 'files', 'messages', 'lessons', 'programs', 'tasks'] as const
export type SplitKind = (typeof splitKinds)[number]

/** Of each kind the newest are offered. */
export const mostOfKind = 300

const ids = z.array(z.uuid()).check(z.maxLength(mostOfKind))

/** Ids by kind. */
const chosen = z.object({
  visits: ids,
  notes: ids,
  files: ids,
  messages: ids,
  lessons: ids,
  programs: ids,
  tasks: ids,
})
export type ChosenItems = z.infer<typeof chosen>

/** Input of `split-items`. */
export const splitItemsInput = z.object({ patientId: z.uuid() })

/** Input of `preview-split` and `split-patient`: to a patient of the clinic, or to a new record with a name. */
export const splitInput = z.object({
  patientId: z.uuid(),
  into: z.union([
    z.object({ patientId: z.uuid() }),
    z.object({
      name: z.string().check(onOneLine(), z.minLength(1), z.maxLength(200)),
    }),
  ]),
  chosen,
})
export type SplitInput = z.infer<typeof splitInput>

/** Input of `undo-split`. */
export const undoSplitInput = z.object({ splitId: z.uuid() })

/** Something that can move. */
export interface SplitItem {
  id: string
  /** ISO instant, or a date for a task that is due */
  at: string | null
  title: string
  detail: string
  /** visits that repeat move together: the same for all of them */
  group: string | null
}

/** Answer of `split-items`: newest first. */
export interface SplitItems {
  items: Record<SplitKind, SplitItem[]>
  /** how many there are, also of those that are not offered */
  totals: Record<SplitKind, number>
}

/** Why what was chosen cannot move as it is. */
export const splitObstacles = [
  'nothing',
  'gone',
  'series',
  'visits',
  'running',
  'lessons',
  'held',
  'erased',
] as const
export type SplitObstacle = (typeof splitObstacles)[number]

/** What is to be known before, and stands in no way. */
export const splitWarnings = ['plan', 'account', 'guardian', 'reminders'] as const
export type SplitWarning = (typeof splitWarnings)[number]

/** Answer of `preview-split`. */
export interface SplitPreview {
  moves: Record<SplitKind, number>
  stays: Record<SplitKind, number>
  obstacles: SplitObstacle[]
  warnings: SplitWarning[]
}

/** A split that stands, as the pages of both records show it. */
export interface PatientSplit {
  id: string
  /** whether something went from this record, or came to it */
  went: boolean
  other: { id: string; name: string }
  splitAt: string
  items: number
}
