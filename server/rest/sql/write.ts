import type { WritePlan } from '../plan/plan-write.ts'
import type { PlannedCondition } from '../plan/read-plan.ts'
import type { Column, Table } from '../schema/tables.ts'
import { conditionSql, type Scope } from './expressions.ts'
import { columnOf, identifier, type Parameters, qualifiedName, typeName } from './statement.ts'

const body = 'rest_body'

/** Counts rows inserted by an upsert: up for each row tried, down for each that turns out to be an update. */
const insertedSetting = 'rest.inserted'
const inserted = `nullif(current_setting('${insertedSetting}', true), '')`
const countUp = `set_config('${insertedSetting}', (coalesce(${inserted}::int, 0) + 1)::text, true) <> '0'`
const countDown = `set_config('${insertedSetting}', (coalesce(${inserted}::int, 0) - 1)::text, true) <> '-1'`
export const insertedSql = `coalesce(${inserted}, '0')`

/** With the columns it returns. */
export function writeSql(plan: WritePlan, params: Parameters): string {
  switch (plan.kind) {
    case 'insert':
      return insertSql(plan, params)
    case 'update':
      return updateSql(plan, params)
    case 'delete':
      return deleteSql(plan, params)
  }
}

function insertSql(plan: Extract<WritePlan, { kind: 'insert' }>, params: Parameters): string {
  const { table, columns, conflict } = plan
  const names = columns.map(({ name }) => identifier(name))
  const values = columns.map(({ name }) => columnOf(body, name))
  const conditions = filtersSql(plan.keyFilters, { alias: body }, params)
  if (conflict?.resolution === 'merge') conditions.unshift(countUp)
  return (
    `INSERT INTO ${qualifiedName(table)}${names.length > 0 ? ` (${names.join(', ')})` : ''} ` +
    `SELECT ${values.join(', ')} FROM ${payloadSql(plan, params)}${whereSql(conditions)}` +
    conflictSql(plan) +
    returningSql(plan, table.name)
  )
}

function conflictSql({ conflict, columns }: Extract<WritePlan, { kind: 'insert' }>): string {
  if (!conflict || conflict.columns.length === 0) return ''
  const target = ` ON CONFLICT (${conflict.columns.map(identifier).join(', ')})`
  if (conflict.resolution === 'ignore' || columns.length === 0) return `${target} DO NOTHING`
  const assignments = columns.map(({ name }) => `${identifier(name)} = EXCLUDED.${identifier(name)}`)
  return `${target} DO UPDATE SET ${assignments.join(', ')} WHERE ${countDown}`
}

function updateSql(plan: Extract<WritePlan, { kind: 'update' }>, params: Parameters): string {
  const { table, columns } = plan
  const alias = identifier(table.name)
  if (columns.length === 0) {
    const returned =
      plan.returning.length > 0 ? plan.returning.map((name) => returnedSql(table.name, name)).join(', ') : '1'
    return `SELECT ${returned} FROM ${qualifiedName(table)} AS ${alias} WHERE FALSE`
  }
  const assignments = columns.map(({ name }) => `${identifier(name)} = ${columnOf(body, name)}`)
  const conditions = foundSql(plan, params)
  const payload = payloadSql(plan, params)
  // of a list, only the first element counts
  const from = plan.isList ? `(SELECT * FROM ${payload} LIMIT 1) AS ${body}` : payload
  return (
    `UPDATE ${qualifiedName(table)} AS ${alias} SET ${assignments.join(', ')} FROM ${from}` +
    whereSql(conditions) +
    returningSql(plan, table.name)
  )
}

function deleteSql(plan: Extract<WritePlan, { kind: 'delete' }>, params: Parameters): string {
  const { table } = plan
  const conditions = foundSql(plan, params)
  return `DELETE FROM ${qualifiedName(table)} AS ${identifier(table.name)}${whereSql(conditions)}${returningSql(plan, table.name)}`
}

function foundSql(
  { table, filters, tenant }: Extract<WritePlan, { kind: 'update' | 'delete' }>,
  params: Parameters,
): string[] {
  const found = filtersSql(filters, { alias: table.name }, params)
  return tenant ? [params.ofTenant(table.name, { column: tenant }), ...found] : found
}

function filtersSql(filters: PlannedCondition[], scope: Scope, params: Parameters): string[] {
  return filters.map((filter) =>
    conditionSql(filter, scope, params, () => {
      throw new Error('a write has no embeds of its own')
    }),
  )
}

function whereSql(conditions: string[]): string {
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

function returningSql({ returning }: WritePlan, alias: string): string {
  // a constant per row, so that rows can be counted without the right to read any column
  return ` RETURNING ${returning.length > 0 ? returning.map((name) => returnedSql(alias, name)).join(', ') : '1'}`
}

function returnedSql(alias: string, name: string): string {
  return name === '*' ? `${identifier(alias)}.*` : columnOf(alias, name)
}

interface PayloadRows {
  table: Table
  columns: Column[]
  payload: string
  isList: boolean
  /** `missing=default`: a missing key takes the column's default instead of null. */
  useDefaults: boolean
}

/** Postgres parses the JSON itself, each key as its column's type. */
function payloadSql({ columns, payload, isList, useDefaults }: PayloadRows, params: Parameters): string {
  // one row of defaults for each that was sent
  if (columns.length === 0) {
    return isList
      ? `json_array_elements(${params.text(payload)}::json) AS ${body}`
      : `(VALUES (1)) AS ${body}`
  }
  const defaults = useDefaults ? columns.filter((column) => column.default !== undefined) : []
  // as in PostgREST, the last of duplicate keys counts
  const json = useDefaults ? 'jsonb' : 'json'
  const sent = `${params.text(payload)}::${json}`
  const filled = defaults.length > 0 ? withDefaultsSql(sent, isList, defaults, params) : sent
  const typed = columns.map(({ name, type }) => `${identifier(name)} ${typeName(type)}`)
  return `${json}_to_record${isList ? 'set' : ''}(${filled}) AS ${body}(${typed.join(', ')})`
}

// The defaults' SQL comes from the catalog. They are evaluated once per row, as an insert would.
function withDefaultsSql(sent: string, isList: boolean, defaults: Column[], params: Parameters): string {
  const pairs = defaults.map((column) => `${params.text(column.name)}, ${column.default}`)
  const filled = `jsonb_build_object(${pairs.join(', ')})`
  if (!isList) return `(${filled} || ${sent})`
  return `(SELECT coalesce(jsonb_agg(${filled} || sent_row), '[]') FROM jsonb_array_elements(${sent}) AS sent_row)`
}
