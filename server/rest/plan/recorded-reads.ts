import type { Relationship } from '../schema/relationships.ts'
import type { Table } from '../schema/tables.ts'

/**
 * Which reads leave a record, and by whom it is written: a function of the database, called in the statement that reads.
 * So there is no read without its record, and no further message.
 */
export interface RecordedReads {
  /** How the comment of a table begins whose rows are about somebody. */
  mark: string
  /** The column that names whom; a table without it holds the people themselves, by `id`. */
  column: string
  /**
   * `(details jsonb, people uuid[], counted bigint, purpose text)`: details are `{"tables": [...]}`; people are values of
   * `column`, each as often as it is met; null where no row was met. `counted`: rows there were of the marked table asked;
   * null: the statement failed.
   */
  by: { schema: string; name: string }
  purpose: string
}

/** A column that says whom a row is about. */
export interface Subject {
  column: string
  /** It is the join table's, of a many-to-many embed: who is joined to what tells something as well. */
  inJunction: boolean
}

/** What of one level is recorded: the tables, and the columns that name whom its rows are about. */
export interface Marked {
  tables: string[]
  subjects: Subject[]
  /** The one column of the answer that shows whom each row is about, so that none beside it is needed. */
  shownAs?: string
}

export const unmarked: Marked = { tables: [], subjects: [] }

/** What of a table, and of what it was reached by, is recorded. */
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

/** Drops the subjects of an embed that are its parent's anyway, since the two are joined by them. */
export function withoutParents(marked: Marked, parent: Marked, relationship: Relationship): Marked {
  if (relationship.kind === 'computed' || relationship.kind === 'many-to-many') return marked
  const isParents = ({ column }: Subject) =>
    relationship.columns.some(
      ([near, far]) =>
        far === column && parent.subjects.some((subject) => !subject.inJunction && subject.column === near),
    )
  return { ...marked, subjects: marked.subjects.filter((subject) => !isParents(subject)) }
}
