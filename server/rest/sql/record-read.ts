import { outputsOf } from '../plan/outputs.ts'
import { passesPeople, type ReadNode, recordedTables } from '../plan/read-plan.ts'
import type { RecordedReads } from '../plan/recorded-reads.ts'
import type { Scope } from './expressions.ts'
import { columnOf, Parameters, qualifiedName, type Statement } from './statement.ts'

/** The column, beside those of the answer, in which each level passes up whom it has met. */
export const peopleColumn = 'rest_people'

/** Whom one row of a level is about, together with what is embedded in it: values separated by commas. */
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

/** The people of many rows. Not each once: to tell them apart Postgres would sort, and with them the rows of the answer. */
export function gathered(people: string): string {
  return `string_agg(${people}, ',')`
}

/** The same as an array, null where there are none: of a column of ids, or of values separated by commas. */
export function gatheredIds(people: { id: string } | { values: string }): string {
  return 'id' in people
    ? `array_agg(${people.id}) FILTER (WHERE ${people.id} IS NOT NULL)`
    : `string_to_array(${gathered(people.values)}, ',')::uuid[]`
}

/** Rows that carry `rest_people`, as they are shown: without it. */
export function shownSql(node: ReadNode, from: string): string {
  const columns = outputsOf(node).flatMap((output) =>
    output.kind === 'all' ? [] : [columnOf(from, output.label)],
  )
  return `SELECT ${columns.join(', ')}`
}

/** What the statement calls the join table of a many-to-many embed. */
export function junctionAlias(alias: string): string {
  return `${alias}_junction`
}

/** The call that records what a statement has read. */
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

/** The statement that records a read which failed: a complaint about a value tells something of the row that has it. */
export function recordFailureStatement(recorded: RecordedReads, root: ReadNode): Statement {
  const params = new Parameters()
  const call = recordSql(recorded, recordedTables(root), { people: 'NULL::uuid[]', counted: 'NULL' }, params)
  return { sql: `SELECT ${call} AS recorded`, params: params.values }
}
