import type { RestStatement } from '../database.ts'
import { outputsOf } from '../plan/outputs.ts'
import { passesPeople, type ReadNode, recordedTables } from '../plan/read-plan.ts'
import type { RecordedReads } from '../plan/recorded-reads.ts'
import type { Scope } from './expressions.ts'
import { columnOf, Parameters, qualifiedName } from './statement.ts'

/** Passes people up from level to level. */
export const peopleColumn = 'rest_people'

/** Includes embeds: ids separated by commas. */
export function peopleSql(node: ReadNode, scope: Scope, grouped: boolean): string {
  const own = node.marked.subjects.map(({ column, inJunction }) =>
    columnOf(inJunction ? junctionAlias(node.alias) : scope.alias, column),
  )
  const below = node.embeds.filter((embed) => passesPeople(embed.node))
  const parts = [
    ...own.map((value) => `${value}::text`),
    ...below.map(({ as }) => columnOf(as, peopleColumn)),
  ]
  const values = grouped ? parts.map(gathered) : parts
  return values.length === 1 ? (values[0] ?? '') : `nullif(concat_ws(',', ${values.join(', ')}), '')`
}

/** With duplicates: removing them would require sorting. */
export function gathered(people: string): string {
  return `string_agg(${people}, ',')`
}

/** Null if there are none: from a column of ids, or of ids separated by commas. */
export function gatheredIds(people: { id: string } | { values: string }): string {
  return 'id' in people
    ? `array_agg(${people.id}) FILTER (WHERE ${people.id} IS NOT NULL)`
    : `string_to_array(${gathered(people.values)}, ',')::uuid[]`
}

export function shownSql(node: ReadNode, from: string): string {
  const columns = outputsOf(node).flatMap((output) =>
    output.kind === 'all' ? [] : [columnOf(from, output.label)],
  )
  return `SELECT ${columns.join(', ')}`
}

/** Of a many-to-many embed. */
export function junctionAlias(alias: string): string {
  return `${alias}_junction`
}

export function recordSql(
  recorded: RecordedReads,
  tables: string[],
  found: { people: string; counted: string },
  params: Parameters,
): string {
  const details = `${params.text(JSON.stringify({ tables }))}::jsonb`
  const given = [details, found.people, found.counted, params.text(recorded.purpose)]
  return `${qualifiedName(recorded.by)}(${given.join(', ')})`
}

/** An error about a value reveals something about its row. */
export function recordFailureStatement(recorded: RecordedReads, root: ReadNode): RestStatement {
  const params = new Parameters()
  const call = recordSql(recorded, recordedTables(root), { people: 'NULL::uuid[]', counted: 'NULL' }, params)
  return params.statement(`SELECT ${call} AS recorded`)
}
