import { holdsAggregate } from './outputs.ts'
import { type PlannedColumn, passesPeople, type ReadNode } from './read-plan.ts'
import type { Marked } from './recorded-reads.ts'

/** Records from a column of the answer if one contains the ids, which saves an extra column. */
export function markedAsShown(root: ReadNode): Marked {
  const { marked, columns, embeds } = root
  const [subject] = marked.subjects
  const isAlone = marked.subjects.length === 1 && !embeds.some((embed) => passesPeople(embed.node))
  const isSpread = embeds.some(({ form }) => form === 'columns' || form === 'column-lists')
  if (!subject || !isAlone || isSpread || holdsAggregate(root)) return marked
  const own = columns.flatMap((column) =>
    column.kind === 'all'
      ? [...root.table.columns.keys()].map((name) => ({ label: name, shows: name }))
      : [{ label: column.label, shows: isPlain(column) ? column.field?.name : undefined }],
  )
  const labels = [...own.map(({ label }) => label), ...embeds.map(({ name }) => name)]
  const shown = own.find(
    ({ label, shows }) => shows === subject.column && labels.filter((other) => other === label).length === 1,
  )
  return shown ? { tables: marked.tables, subjects: [], shownAs: shown.label } : marked
}

function isPlain(column: Extract<PlannedColumn, { kind: 'value' }>): boolean {
  return !column.cast && !column.aggregate && !column.field?.computed && column.field?.path.length === 0
}
