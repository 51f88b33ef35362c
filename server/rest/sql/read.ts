import type { RowRange } from '../parse/request-terms.ts'
import { aggregateOf, isGrouped, type Output, outputsOf, spreadOutputsOf } from '../plan/outputs.ts'
import { type PlannedEmbed, passesPeople, type ReadNode } from '../plan/read-plan.ts'
import { isToOne } from '../schema/relationships.ts'
import type { TypeName } from '../schema/tables.ts'
import { conditionSql, fieldSql, orderSql, rowSql, type Scope } from './expressions.ts'
import { gathered, junctionAlias, peopleColumn, peopleSql, shownSql } from './record-read.ts'
import { columnOf, identifier, type Parameters, qualifiedName, typeName } from './statement.ts'

/** An embed's row without its extra columns. */
const shownAs = 'rest_shown'

/** The `with` query of a level's rows; undefined: its own table. */
export type Source = string | undefined

/**
 * Selects one level: one lateral join per embed turns its rows into JSON.
 * @param source the `with` query of the root's rows, after a write or a call
 */
export function selectSql(node: ReadNode, params: Parameters, source: Source): string {
  const scope = scopeOf(node, source)
  return levelSql(node, scope, source ?? qualifiedName(node.table), [], outputsOf(node), params)
}

export function scopeOf(node: ReadNode, source: Source): Scope {
  return source === undefined ? { alias: node.alias } : { alias: node.alias, rowsOf: node.table }
}

function levelSql(
  node: ReadNode,
  scope: Scope,
  from: string,
  joinedBy: string[],
  outputs: Output[],
  params: Parameters,
): string {
  const grouped = isGrouped(outputs)
  const columns = outputs.map((output) => outputSql(output, scope, grouped, params))
  if (passesPeople(node)) columns.push(labeled(peopleSql(node, scope, grouped), peopleColumn))
  const joins = node.embeds.map((embed) => joinSql(embed, scope, params))
  const filters = node.where.map((condition) => conditionSql(condition, scope, params, foundSql))
  const where = [...joinedBy, ...tenantSql(node, scope, params), ...filters]
  const groups = grouped ? outputs.flatMap((output, index) => (aggregateOf(output) ? [] : [index + 1])) : []
  return (
    `SELECT ${columns.join(', ')} FROM ${from} AS ${identifier(node.alias)}${joins.join('')}` +
    (where.length > 0 ? ` WHERE ${where.join(' AND ')}` : '') +
    (groups.length > 0 ? ` GROUP BY ${groups.join(', ')}` : '') +
    orderSql(node.order, scope, params) +
    rangeSql(node.range, params)
  )
}

function rangeSql(range: RowRange | undefined, params: Parameters): string {
  if (!range) return ''
  const limit = range.limit === undefined ? '' : ` LIMIT ${params.number(range.limit)}`
  return limit + (range.offset === 0 ? '' : ` OFFSET ${params.number(range.offset)}`)
}

function outputSql(output: Output, scope: Scope, grouped: boolean, params: Parameters): string {
  switch (output.kind) {
    case 'all':
      return `${identifier(scope.alias)}.*`
    case 'own': {
      const { field, cast, aggregate, aggregateCast } = output.column
      // each row counts as 1; moved up to a parent, only where the row exists
      const value = field ? fieldSql(field, scope, params) : '1'
      return labeled(aggregated(casted(value, cast), aggregate, aggregateCast), output.label)
    }
    case 'embed': {
      const { as, form } = output.embed
      // json has no equality operator, which grouping needs
      const type = grouped ? '::jsonb' : ''
      if (form === 'object') return labeled(`${objectSql(output.embed)}${type}`, output.label)
      return labeled(`COALESCE(${columnOf(as, as)}${type}, '[]')`, output.label)
    }
    case 'spread': {
      const { embed, from, aggregate, cast, isEmbed } = output
      const isList = embed.form === 'column-lists'
      // json has no equality operator, which grouping needs
      const value = columnOf(embed.as, from) + (grouped && (isList || isEmbed) ? '::jsonb' : '')
      const shown = isList ? `COALESCE(${value}, '[]')` : value
      return labeled(aggregated(shown, aggregate, cast), output.label)
    }
  }
}

function objectSql(embed: PlannedEmbed): string {
  const as = identifier(embed.as)
  if (!passesPeople(embed.node)) return `row_to_json(${as}.*)`
  const shown = `SELECT row_to_json(${shownAs}.*) FROM (${shownSql(embed.node, embed.as)}) AS ${shownAs}`
  return `(CASE WHEN ${foundSql(embed, true)} THEN (${shown}) END)`
}

function labeled(value: string, label: string): string {
  return `${value} AS ${identifier(label)}`
}

function casted(value: string, type: TypeName | undefined): string {
  return type ? `CAST(${value} AS ${typeName(type)})` : value
}

function aggregated(value: string, aggregate: string | undefined, cast: TypeName | undefined): string {
  return aggregate ? casted(`${aggregate}(${value})`, cast) : value
}

function joinSql(embed: PlannedEmbed, parent: Scope, params: Parameters): string {
  const as = identifier(embed.as)
  const rows = embedRowsSql(embed, parent, params)
  const join = embed.inner ? ' INNER' : ' LEFT'
  const lateral = (query: string, on: string) => `${join} JOIN LATERAL (${query}) AS ${as} ON ${on}`
  if (isSingle(embed)) return lateral(rows, 'TRUE')
  const people = passesPeople(embed.node)
    ? [labeled(gathered(columnOf(embed.as, peopleColumn)), peopleColumn)]
    : []
  if (embed.form === 'column-lists') {
    const lists = spreadOutputsOf(embed.node).flatMap((output) =>
      output.kind === 'all' ? [] : [labeled(`json_agg(${columnOf(embed.as, output.label)})`, output.label)],
    )
    return lateral(
      `SELECT ${[...lists, ...people].join(', ')} FROM (${rows}) AS ${as}`,
      embed.inner ? foundSql(embed, true) : 'TRUE',
    )
  }
  const on = embed.inner ? foundSql(embed, true) : 'TRUE'
  if (people.length === 0) return lateral(`SELECT json_agg(${as}.*) AS ${as} FROM (${rows}) AS ${as}`, on)
  const list = `json_agg(${shownAs}.*) AS ${as}`
  const shown = `LATERAL (${shownSql(embed.node, embed.as)}) AS ${shownAs}`
  return lateral(`SELECT ${[list, ...people].join(', ')} FROM (${rows}) AS ${as}, ${shown}`, on)
}

// A to-one embed's joined result is the row itself; others contain a list or lists.
function isSingle({ relationship, form }: PlannedEmbed): boolean {
  return form === 'object' || form === 'columns' || (form === 'hidden' && isToOne(relationship))
}

function embedRowsSql(embed: PlannedEmbed, parent: Scope, params: Parameters): string {
  const { node, form } = embed
  const { from, conditions } = relationSql(embed, parent, params)
  const isSpread = form === 'columns' || form === 'column-lists'
  const outputs = isSpread ? spreadOutputsOf(node) : outputsOf(node)
  return levelSql(node, { alias: node.alias }, from, conditions, outputs, params)
}

/** Rows of a write or a function are already of one tenant, or of any. */
export function tenantSql({ tenant }: ReadNode, scope: Scope, params: Parameters): string[] {
  return tenant && !scope.rowsOf ? [params.ofTenant(scope.alias, tenant)] : []
}

/** An embed's source, and its join conditions. */
export function relationSql(
  { relationship, node: { alias, junctionTenant } }: PlannedEmbed,
  parent: Scope,
  params: Parameters,
): { from: string; conditions: string[] } {
  if (relationship.kind === 'computed') {
    return { from: `${qualifiedName(relationship.function)}(${rowSql(parent)})`, conditions: [] }
  }
  const equal = (one: string, other: string) => `${one} = ${other}`
  if (relationship.kind === 'many-to-many') {
    const junction = junctionAlias(alias)
    const conditions = [
      ...relationship.far.columns.map(([far, inJunction]) =>
        equal(columnOf(alias, far), columnOf(junction, inJunction)),
      ),
      ...relationship.near.columns.map(([near, inJunction]) =>
        equal(columnOf(junction, inJunction), columnOf(parent.alias, near)),
      ),
      ...(junctionTenant ? [params.ofTenant(junction, junctionTenant)] : []),
    ]
    const from = `${qualifiedName(relationship.junction)} AS ${identifier(junction)}, ${qualifiedName(relationship.to)}`
    return { from, conditions }
  }
  const conditions = relationship.columns.map(([near, far]) =>
    equal(columnOf(alias, far), columnOf(parent.alias, near)),
  )
  return { from: qualifiedName(relationship.to), conditions }
}

function foundSql(embed: PlannedEmbed, exists: boolean): string {
  const test = exists ? 'IS NOT NULL' : 'IS NULL'
  if (isSingle(embed)) return `(${identifier(embed.as)}.*) IS ${exists ? '' : 'NOT '}DISTINCT FROM NULL`
  if (embed.form !== 'column-lists') return `${columnOf(embed.as, embed.as)} ${test}`
  const first = spreadOutputsOf(embed.node).find((output) => output.kind !== 'all')
  return first ? `${columnOf(embed.as, first.label)} ${test}` : 'TRUE'
}
