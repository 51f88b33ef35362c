import type { Relationship } from '../schema/relationships.ts'
import type { Table } from '../schema/tables.ts'

/**
 * Which reads are recorded, and the database function that records them. The statement that reads calls it, so no read
 * goes unrecorded and no extra round trip is needed.
 */
export interface RecordedReads {
  /** Prefix of the comment on every table whose reads are recorded. */
  mark: string
  /** The column with the person's id; a table without it holds the people themselves, by `id`. */
  column: string
  /**
   * `(details jsonb, people uuid[], counted bigint, purpose text)`: `details` is `{"tables": [...]}`; `people` are values
   * of `column`, duplicates included, null without rows; `counted` is the number of rows of the root table if it is
   * marked, else 0, and null if the statement failed. Called for reads that meet nobody too: that is an answer.
   */
  by: { schema: string; name: string }
  purpose: string
}

/** A column with the id of the person a row is about. */
export interface Subject {
  column: string
  /** It belongs to the join table of a many-to-many embed: who is linked to what is information too. */
  inJunction: boolean
}

/** What is recorded for one level: the tables, and the columns with the ids of the people its rows are about. */
export interface Marked {
  tables: string[]
  subjects: Subject[]
  /** The column of the answer that shows whom each row is about, if there is one; no extra column is needed then. */
  shownAs?: string
}

export const unmarked: Marked = { tables: [], subjects: [] }

/** What is recorded for a table, and for the join table by which it was reached. */
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

/** Drops the subjects of an embed that equal its parent's, because the two are joined on them. */
export function withoutParents(marked: Marked, parent: Marked, relationship: Relationship): Marked {
  if (relationship.kind === 'computed' || relationship.kind === 'many-to-many') return marked
  const isParents = ({ column }: Subject) =>
    relationship.columns.some(
      ([near, far]) =>
        far === column && parent.subjects.some((subject) => !subject.inJunction && subject.column === near),
    )
  return { ...marked, subjects: marked.subjects.filter((subject) => !isParents(subject)) }
}
