import { type RawBuilder, sql } from 'kysely'
import type { FhirType } from '#domain/fhir/scopes.ts'
import { badValue } from '#domain/fhir/search-request.ts'
import { type DateValue, referenceValue } from '#domain/fhir/search-values.ts'

export type Column = RawBuilder<unknown>
export type Condition = RawBuilder<boolean>

export const never: Condition = sql<boolean>`false`

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** No row has an id of another form. */
export const idIs = (column: Column, id: string): Condition =>
  isUuid(id) ? sql<boolean>`${column} = ${id}::uuid` : never

export const idAfter = (column: Column, cursor: string | null): Condition => {
  if (cursor === null) return sql<boolean>`true`
  if (!isUuid(cursor)) throw badValue('_cursor')
  return sql<boolean>`${column} > ${cursor}::uuid`
}

export const referenceIs = (column: Column, to: FhirType, value: string, base: string): Condition => {
  const { type, id } = referenceValue(value, base)
  return type === null || type === to ? idIs(column, id) : never
}

export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql<boolean>`(${sql.join(conditions, sql` or `)})`

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

/** `column` is an instant. */
export function instantIs(column: Column, { prefix, from, until }: DateValue): Condition {
  return within(column, prefix, sql`${new Date(from)}::timestamptz`, sql`${new Date(until)}::timestamptz`)
}

/** `column` is a date. */
export function dayIs(column: Column, { prefix, firstDay, nextDay }: DateValue): Condition {
  return within(column, prefix, sql`${firstDay}::date`, sql`${nextDay}::date`)
}

function within(column: Column, prefix: DateValue['prefix'], from: Column, until: Column): Condition {
  switch (prefix) {
    case 'eq':
      return sql<boolean>`(${column} >= ${from} and ${column} < ${until})`
    case 'ge':
      return sql<boolean>`${column} >= ${from}`
    case 'gt':
      return sql<boolean>`${column} >= ${until}`
    case 'le':
      return sql<boolean>`${column} < ${until}`
    case 'lt':
      return sql<boolean>`${column} < ${from}`
  }
}

/** A name of which a word begins so, without regard to case and accents. */
export function nameBegins(column: Column, folded: string): Condition {
  if (folded === '') return never
  const pattern = `% ${folded.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`' ' || app.folded_name(${column}) like ${pattern}`
}
