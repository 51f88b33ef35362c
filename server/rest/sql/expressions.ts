import { RestError } from '../errors/rest-error.ts'
import type { Operation } from '../parse/request-terms.ts'
import { arrayOf, type KnownField, text, valueType } from '../plan/lookup.ts'
import type { PlannedCondition, PlannedEmbed, PlannedOrder } from '../plan/read-plan.ts'
import type { Table, TypeName } from '../schema/tables.ts'
import { columnOf, identifier, type Parameters, qualifiedName } from './statement.ts'

/** A table by its alias in the statement. */
export interface Scope {
  alias: string
  /** For rows of a write or function: records, to be cast before a function of the table accepts them. */
  rowsOf?: Table
}

/** Keys are parameters; only `json` and `jsonb` columns accept the steps directly. */
export function fieldSql(field: KnownField, scope: Scope, params: Parameters): string {
  const base = field.computed
    ? `${qualifiedName({ schema: field.computed.schema, name: field.computed.function })}(${rowSql(scope)})`
    : columnOf(scope.alias, field.name)
  if (field.path.length === 0) return base
  const isJson = field.type.name === 'json' || field.type.name === 'jsonb'
  const steps = field.path.map(({ asText, at }, index) => {
    const arrow = asText ? '->>' : '->'
    if (typeof at === 'number') return `${arrow}${params.text(String(at))}::int4`
    // a step after `->>` fails; untyped, for the same error message as PostgREST
    return `${arrow}${field.path[index - 1]?.asText ? params.untyped(at) : params.text(at)}`
  })
  return `(${isJson ? base : `to_jsonb(${base})`}${steps.join('')})`
}

/** Cast for a function of the table. */
export function rowSql({ alias, rowsOf }: Scope): string {
  return rowsOf ? `${identifier(alias)}::${qualifiedName(rowsOf)}` : identifier(alias)
}

/** A read tests the embed's joined result, a count runs a subquery. */
export type EmbeddedSql = (embed: PlannedEmbed, exists: boolean) => string

export function conditionSql(
  condition: PlannedCondition,
  scope: Scope,
  params: Parameters,
  embedded: EmbeddedSql,
): string {
  if (condition.kind === 'logic') {
    const parts = condition.conditions.map((inner) => conditionSql(inner, scope, params, embedded))
    return `${condition.negated ? 'NOT ' : ''}(${parts.join(condition.operator === 'and' ? ' AND ' : ' OR ')})`
  }
  if (condition.kind === 'embedded') return embedded(condition.embed, condition.exists)
  const comparison = operationSql(condition.operation, condition.field, scope, params)
  return condition.negated ? `NOT (${comparison})` : comparison
}

const operators = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: '~~',
  ilike: '~~*',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const

const patterns = ['like', 'ilike', 'match', 'imatch']

const isSql = {
  null: 'NULL',
  not_null: 'NOT NULL',
  true: 'TRUE',
  false: 'FALSE',
  unknown: 'UNKNOWN',
} as const

const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

function operationSql(operation: Operation, field: KnownField, scope: Scope, params: Parameters): string {
  const left = fieldSql(field, scope, params)
  const type = valueType(field)
  switch (operation.kind) {
    case 'plain': {
      const value = isExtension(type)
        ? untypedSql(operation.value, params)
        : valueSql(operation.value, type, params)
      return `${left} ${operators[operation.operator]} ${value}`
    }
    case 'compare': {
      const { operator, quantifier } = operation
      const isPattern = patterns.includes(operator)
      const value =
        operator === 'like' || operator === 'ilike' ? operation.value.replaceAll('*', '%') : operation.value
      // a pattern is text, whatever text type it is matched against
      const of = isPattern && type.name !== 'bytea' ? text : type
      const isUntyped = isPattern && isExtension(type)
      if (!quantifier)
        return `${left} ${operators[operator]} ${isUntyped ? untypedSql(value, params) : valueSql(value, of, params)}`
      const list = isUntyped ? untypedSql(value, params) : valueSql(value, arrayOf(of), params)
      return `${left} ${operators[operator]} ${quantifier === 'any' ? 'ANY' : 'ALL'}(${list})`
    }
    case 'in': {
      const values = operation.values.length === 1 && operation.values[0] === '' ? [] : operation.values
      return `${left} = ANY(${params.typed(arrayLiteral(values), arrayOf(type))})`
    }
    case 'is':
      return `${left} IS ${isSql[operation.value]}`
    case 'isdistinct':
      return `${left} IS DISTINCT FROM ${valueSql(operation.value, type, params)}`
    case 'search':
      return searchSql(operation, left, type, params)
  }
}

// Postgres' limit for one word of a search, in bytes; a longer one makes every search fail.
const maxSearchWord = 2000

function searchSql(
  operation: Extract<Operation, { kind: 'search' }>,
  left: string,
  type: TypeName,
  params: Parameters,
): string {
  const { operator, language, value } = operation
  if (value.split(/\s/).some((word) => Buffer.byteLength(word) > maxSearchWord)) {
    throw new RestError(400, '22023', 'word is too long in a text search')
  }
  refuseDeepNesting(value)
  const config = language === undefined ? '' : `${params.text(language)}::regconfig, `
  const document = type.name === 'tsvector' ? left : `to_tsvector(${config}${left})`
  return `${document} @@ ${searches[operator]}(${config}${params.text(value)})`
}

// Operators of an extension's type may take other types (`ltree ~ lquery`).
function isExtension({ schema, category }: TypeName): boolean {
  return schema !== 'pg_catalog' && category !== 'E' && category !== 'C'
}

function untypedSql(value: string, params: Parameters): string {
  refuseDeepNesting(value)
  return params.untyped(value)
}

function valueSql(value: string, type: TypeName, params: Parameters): string {
  refuseDeepNesting(value)
  if (type.category === 'A' && /^\s*\{{7}/.test(value.replaceAll(/\s+/g, ''))) {
    throw new RestError(400, '22P02', `malformed array literal: "${value}"`)
  }
  return params.typed(value, type)
}

const maxNesting = 100

// Postgres parses JSON, arrays and searches recursively, which can exhaust its stack.
function refuseDeepNesting(value: string): void {
  let depth = 0
  for (const character of value) {
    if (character === '[' || character === '{' || character === '(') depth++
    else if (character === ']' || character === '}' || character === ')') depth--
    if (depth > maxNesting) throw new RestError(400, '22P02', 'the value of a filter is nested too deeply')
  }
}

function arrayLiteral(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return `{${quoted.join(',')}}`
}

export function orderSql(order: PlannedOrder[], scope: Scope, params: Parameters): string {
  const terms = order.map(({ field, of, direction, nulls }) => {
    const plain: KnownField = { name: field.name, type: field.type, path: field.path }
    const value = of === undefined ? fieldSql(field, scope, params) : fieldSql(plain, { alias: of }, params)
    return `${value}${direction ? ` ${direction.toUpperCase()}` : ''}${nulls ? ` NULLS ${nulls.toUpperCase()}` : ''}`
  })
  return terms.length > 0 ? ` ORDER BY ${terms.join(', ')}` : ''
}
