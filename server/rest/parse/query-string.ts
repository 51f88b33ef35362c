import { refuse } from '../errors/rest-error.ts'
import { parseFilterOrArgument, parseFilterValue, parseLogic } from './conditions.ts'
import { field, fieldName, jsonPath } from './fields.ts'
import type { EmbedPath, Field, OrderTerm, RestQuery, RowRange } from './request-terms.ts'
import { Scanner } from './scanner.ts'
import { parseSelect } from './select.ts'

export interface ParseOptions {
  /** A parameter without an operator is an argument. */
  callsFunction: boolean
  maxDepth: number
}

const reserved = new Set(['select', 'columns', 'on_conflict'])
// Each term is a column to sort by.
const maxOrderTerms = 50

/**
 * docs/contracts/data-api.md 2, 3, 4
 * @throws RestError PGRST100 with the position and the expected tokens
 */
export function parseQueryString(params: URLSearchParams, options: ParseOptions): RestQuery {
  const query: RestQuery = {
    select: parseSelect(params.get('select') ?? '*', options.maxDepth),
    conditions: [],
    orders: [],
    ranges: [],
    args: [],
  }
  const columns = params.get('columns')
  if (columns !== null) query.columns = parseNames(columns, 'failed to parse columns parameter')
  const onConflict = params.get('on_conflict')
  if (onConflict !== null) query.onConflict = parseNames(onConflict, 'failed to parse on_conflict parameter')
  for (const [key, value] of params) if (!reserved.has(key)) addParam(query, key, value, options)
  return query
}

function addParam(query: RestQuery, key: string, value: string, options: ParseOptions): void {
  const lastWord = key.slice(key.lastIndexOf('.') + 1)
  if (lastWord === 'order') {
    query.orders.push({ path: treePath(key).path, what: parseOrder(value) })
  } else if (lastWord === 'limit' || lastWord === 'offset') {
    const range = rangePart(lastWord, value)
    if (range) query.ranges.push({ path: treePath(key).path, what: range })
  } else if (lastWord === 'and' || lastWord === 'or') {
    const { path } = treePath(key)
    const negated = path.includes('not')
    query.conditions.push({
      path: path.filter((name) => name !== 'not'),
      what: parseLogic(lastWord, negated, value),
    })
  } else {
    addFilter(query, key, value, options)
  }
}

function addFilter(query: RestQuery, key: string, value: string, options: ParseOptions): void {
  const { path, field } = treePath(key)
  const found = options.callsFunction ? parseFilterOrArgument(value) : parseFilterValue(value)
  if (found) query.conditions.push({ path, what: { kind: 'filter', field, ...found } })
  else query.args.push([field.name, value])
}

function treePath(text: string): { path: EmbedPath; field: Field } {
  const scanner = new Scanner(text, 'failed to parse tree path')
  const path: string[] = []
  do {
    const name = fieldName(scanner)
    if (name === undefined) throw scanner.refusal()
    path.push(name)
  } while (scanner.take('.', 'delimiter (.)'))
  const steps = jsonPath(scanner)
  if (!scanner.atEnd) {
    scanner.expected('end of input')
    throw scanner.refusal()
  }
  const name = path.pop() ?? ''
  return { path, field: { name, path: steps } }
}

// Ignores an invalid number and a negative offset, as PostgREST does. A number beyond any table's size means its end.
function rangePart(part: 'limit' | 'offset', value: string): Partial<RowRange> | undefined {
  if (!/^-?\d+$/.test(value)) return undefined
  const rows = Math.max(Math.min(Number(value), Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER)
  return part === 'limit' ? { limit: rows } : { offset: Math.max(rows, 0) }
}

function parseNames(text: string, purpose: string): string[] {
  const scanner = new Scanner(text, purpose)
  const names = new Set<string>()
  do {
    scanner.skipBlanks()
    const name = fieldName(scanner)
    if (name === undefined) throw scanner.refusal()
    names.add(name)
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.atEnd) throw scanner.refusal()
  return [...names]
}

function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'failed to parse order')
  const terms: OrderTerm[] = []
  do {
    scanner.skipBlanks()
    terms.push(orderTerm(scanner))
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.endsWithOneOf([''])) throw scanner.refusal()
  if (terms.length > maxOrderTerms) throw refuse.tooCostly('order terms', maxOrderTerms)
  return terms
}

function orderTerm(scanner: Scanner): OrderTerm {
  const related = scanner.attempt(() => {
    const relation = fieldName(scanner)
    if (relation === undefined || !scanner.take('(')) return undefined
    const inside = field(scanner)
    return inside && scanner.take(')') ? { relation, field: inside } : undefined
  })
  const own = related ? undefined : field(scanner)
  const term = related ?? (own && { field: own })
  if (!term) throw scanner.refusal()
  return { ...term, ...ordering(scanner) }
}

function ordering(scanner: Scanner): Pick<OrderTerm, 'direction' | 'nulls'> {
  const found: Pick<OrderTerm, 'direction' | 'nulls'> = {}
  if (!scanner.take('.', 'delimiter (.)')) return found
  const direction = scanner.takeOneOf(['asc', 'desc'] as const)
  if (direction) {
    found.direction = direction
    if (!scanner.take('.', 'delimiter (.)')) return found
  }
  const nulls = scanner.takeOneOf(['nullsfirst', 'nullslast'] as const)
  if (!nulls) throw scanner.refusal()
  found.nulls = nulls === 'nullsfirst' ? 'first' : 'last'
  return found
}
