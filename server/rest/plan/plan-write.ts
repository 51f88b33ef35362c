import { RestError, refuse } from '../errors/rest-error.ts'
import type { Payload } from '../request/payload.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Column, Table } from '../schema/tables.ts'
import { knownColumn, knownField } from './lookup.ts'
import { planCondition } from './plan-read.ts'
import type { PlannedCondition, ReadNode } from './read-plan.ts'
import type { Tenants } from './tenants.ts'

interface Returning {
  table: Table
  /** Columns to read back; `*` is possible. */
  returning: string[]
}

interface Rows {
  columns: Column[]
  payload: string
  isList: boolean
  useDefaults: boolean
}

interface Filtered {
  filters: PlannedCondition[]
  /** Compared with the caller's tenant. */
  tenant?: Column
}

export type WritePlan =
  | ({
      kind: 'insert'
      conflict?: { resolution: 'merge' | 'ignore'; columns: string[] }
      keyFilters: PlannedCondition[]
    } & Rows &
      Returning)
  | ({ kind: 'update' } & Filtered & Rows & Returning)
  | ({ kind: 'delete' } & Filtered & Returning)

/**
 * @param answer the read plan, or undefined where the answer has no body
 * @throws RestError PGRST105, 204, 42703, and 21000 for an update or delete of all rows
 */
export function planWrite(
  request: RestRequest,
  table: Table,
  answer: ReadNode | undefined,
  tenants: Tenants | undefined,
): WritePlan {
  const returning = answer ? columnsNeeded(answer) : keyIfAsked(request, table)
  const column = tenants && table.columns.get(tenants.column)
  const tenant = column && { tenant: column }
  switch (request.action) {
    case 'delete': {
      const filters = rootFilters(request, table)
      requireFilters('DELETE', filters)
      return { kind: 'delete', table, filters, returning, ...tenant }
    }
    case 'update': {
      const rows = rowsOf(request, table)
      const filters = rootFilters(request, table)
      if (rows.columns.length > 0) requireFilters('UPDATE', filters)
      return { kind: 'update', table, filters, returning, ...rows, ...tenant }
    }
    case 'put':
      requireKeyFilters(request, table)
      return {
        kind: 'insert',
        table,
        returning,
        ...rowsOf(request, table),
        useDefaults: false,
        conflict: { resolution: 'merge', columns: table.primaryKey },
        keyFilters: rootFilters(request, table),
      }
    default: {
      const conflict = conflictOf(request, table)
      return {
        kind: 'insert',
        table,
        returning,
        keyFilters: [],
        ...rowsOf(request, table),
        ...(conflict && { conflict }),
      }
    }
  }
}

function rowsOf({ payload, query, preferences, action }: RestRequest, table: Table): Rows {
  if (!payload) throw new Error('a write without a payload was planned')
  const names = (action === 'put' ? undefined : query.columns) ?? payload.keys ?? []
  return {
    columns: names.map((name) => knownColumn(table, name)),
    payload: payload.text,
    isList: isList(payload),
    useDefaults: preferences.missing === 'default',
  }
}

function isList(payload: Payload): boolean {
  return payload.form === 'json-array'
}

function rootFilters({ query }: RestRequest, table: Table): PlannedCondition[] {
  return query.conditions
    .filter(({ path }) => path.length === 0)
    .map(({ what }) =>
      planCondition(what, { table, embeds: [] }, (field) => knownField(table, table.name, field)),
    )
}

// PostgREST would change every row; the refusal's wording is pg-safeupdate's.
function requireFilters(verb: string, filters: PlannedCondition[]): void {
  if (filters.length > 0) return
  throw new RestError(400, '21000', `${verb} requires a WHERE clause`)
}

function conflictOf({ preferences, query }: RestRequest, table: Table) {
  if (!preferences.resolution) return undefined
  const columns = query.onConflict ?? table.primaryKey
  for (const name of columns) {
    if (!table.columns.has(name)) throw new RestError(400, '42703', `column "${name}" does not exist`)
  }
  return {
    resolution: preferences.resolution === 'merge-duplicates' ? ('merge' as const) : ('ignore' as const),
    columns,
  }
}

/** A PUT must identify its row by the whole primary key and nothing else. */
function requireKeyFilters({ query, payload }: RestRequest, table: Table): void {
  const named = query.conditions.map(({ path, what }) =>
    path.length === 0 &&
    what.kind === 'filter' &&
    !what.negated &&
    what.operation.kind === 'compare' &&
    what.operation.operator === 'eq' &&
    !what.operation.quantifier &&
    what.field.path.length === 0
      ? what.field.name
      : undefined,
  )
  const key = new Set(table.primaryKey)
  const wholeKey =
    key.size > 0 && named.length === key.size && named.every((name) => name !== undefined && key.has(name))
  if (!wholeKey) throw refuse.putFilters()
  const sent = payload?.keys ?? []
  if (![...key].every((name) => sent.includes(name))) throw refuse.putMismatch()
}

function keyIfAsked({ action, preferences }: RestRequest, table: Table): string[] {
  return action === 'insert' && preferences.return === 'headers-only' ? table.primaryKey : []
}

/** Names them, so that no privilege on other columns is needed. */
function columnsNeeded(root: ReadNode): string[] {
  const names = new Set<string>()
  for (const column of root.columns) {
    if (column.kind === 'all' || column.field?.computed) return ['*']
    if (column.field) names.add(column.field.name)
  }
  for (const { column } of root.marked.subjects) names.add(column)
  for (const { field, of } of root.order) {
    if (of !== undefined) continue
    if (field.computed) return ['*']
    names.add(field.name)
  }
  for (const { relationship } of root.embeds) {
    if (relationship.kind === 'computed') return ['*']
    const pairs = relationship.kind === 'many-to-many' ? relationship.near.columns : relationship.columns
    for (const [near] of pairs) names.add(near)
  }
  return [...names]
}
