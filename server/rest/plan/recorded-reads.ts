import type { Relationship } from '../schema/relationships.ts'
import type { Table } from '../schema/tables.ts'

/** The reading statement calls the recording function, so no read goes unrecorded and no extra round trip is needed. */
export interface RecordedReads {
  /** Prefix of the comment on every table whose reads are recorded. */
  mark: string
  /** A table without it contains the people themselves, by `id`. */
  column: string
  /**
   * `(details jsonb, people uuid[], counted bigint, purpose text)`: `details` is `{"tables": [...]}`; `people` are values of
   * `column` with duplicates, null without rows; `counted` is the number of rows of the root table if it is marked, else 0,
   * and null if the statement failed. Called also for reads without people, because an empty answer reveals something.
   */
  by: { schema: string; name: string }
  purpose: string
}

/** A column with a person's id. */
export interface Subject {
  column: string
  /** It belongs to the join table of a many-to-many embed, since a link reveals something too. */
  inJunction: boolean
}

/** Of one level: the tables, and the columns with people's ids. */
export interface Marked {
  tables: string[]
  subjects: Subject[]
  /** A column of the answer with the person's id. */
  shownAs?: string
}

export const unmarked: Marked = { tables: [], subjects: [] }

/** Includes the join table. */
export function markedBy(
  recorded: RecordedReads | undefined,
  table: Table,
  reachedBy: Relationship | undefined,
): Marked {
  if (!recorded) return unmarked
  const sources = [{ table, inJunction: false }]
  if (reachedBy?.kind === 'many-to-many') sources.push({ table: reachedBy.junction, inJunction: true })
  const marked = sources.filter((source) => source.table.comment.startsWith(recorded.mark))
  return {
    tables: marked.map((source) => source.table.name),
    subjects: marked.map(({ table: { columns }, inJunction }) => ({
      column: columns.has(recorded.column) ? recorded.column : 'id',
      inJunction,
    })),
  }
}

/** Drops the embed's subjects that equal its parent's by the join condition. */
export function withoutParents(marked: Marked, parent: Marked, relationship: Relationship): Marked {
  if (relationship.kind === 'computed' || relationship.kind === 'many-to-many') return marked
  const isParents = ({ column }: Subject) =>
    relationship.columns.some(
      ([near, far]) =>
        far === column && parent.subjects.some((subject) => !subject.inJunction && subject.column === near),
    )
  return { ...marked, subjects: marked.subjects.filter((subject) => !isParents(subject)) }
}
