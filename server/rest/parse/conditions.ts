import { refuse } from '../errors/rest-error.ts'
import { field, plainName, quoted } from './fields.ts'
import {
  type Condition,
  comparisons,
  type Filter,
  isValues,
  type Operation,
  plainOperators,
  textSearches,
} from './request-terms.ts'
import { Scanner } from './scanner.ts'

// Deeper nesting could exhaust the stack of Postgres' parser.
const maxLogicDepth = 20

type ReadValue = (scanner: Scanner) => string

/**
 * Parses `eq.5`, `not.in.(1,2)`, `like(any).{a*,b*}`.
 * @throws RestError PGRST100
 */
export function parseFilterValue(text: string): Pick<Filter, 'negated' | 'operation'> {
  const scanner = new Scanner(text, 'failed to parse filter')
  const found = expression(scanner, restOfText)
  if (!found) throw scanner.refusal()
  if (!scanner.atEnd) {
    scanner.expected('end of input')
    throw scanner.refusal()
  }
  return found
}

/** Undefined for a plain value, which is a function's argument. */
export function parseFilterOrArgument(text: string): Pick<Filter, 'negated' | 'operation'> | undefined {
  const scanner = new Scanner(text, 'failed to parse filter')
  return expression(scanner, restOfText)
}

/**
 * Parses `or` with `(age.lt.18,not.and(a.gt.1,b.is.null))`. Ignores text after the closing bracket, as PostgREST does.
 * @throws RestError PGRST100
 */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): Condition {
  // PostgREST includes the operator in positions
  const before = negated ? `not.${operator}` : operator
  const scanner = new Scanner(text, 'failed to parse logic tree', before.length)
  return { kind: 'logic', operator, negated, conditions: conditionList(scanner, maxLogicDepth) }
}

function conditionList(scanner: Scanner, depthLeft: number): Condition[] {
  if (depthLeft === 0)
    throw refuse.badQuery(
      'Logic operators are nested too deeply',
      `At most ${maxLogicDepth} levels are allowed`,
    )
  scanner.skipBlanks()
  scanner.require('(')
  scanner.skipBlanks()
  const conditions: Condition[] = []
  do {
    scanner.skipBlanks()
    conditions.push(condition(scanner, depthLeft))
    scanner.skipBlanks()
  } while (scanner.take(','))
  scanner.require(')')
  scanner.skipBlanks()
  return conditions
}

function condition(scanner: Scanner, depthLeft: number): Condition {
  const filter = scanner.attempt((): Condition | undefined => {
    const named = field(scanner)
    if (!named || !scanner.take('.', 'delimiter (.)')) return undefined
    const found = expression(scanner, valueInList)
    return found && { kind: 'filter', field: named, ...found }
  })
  if (filter) return filter
  const negated = scanner.take('not.', 'negation operator (not)')
  const operator = scanner.takeOneOf(['and', 'or'] as const, 'logic operator (and, or)')
  if (!operator) throw scanner.refusal()
  return { kind: 'logic', operator, negated, conditions: conditionList(scanner, depthLeft - 1) }
}

function expression(
  scanner: Scanner,
  readValue: ReadValue,
): Pick<Filter, 'negated' | 'operation'> | undefined {
  return scanner.attempt(() => {
    const negated = scanner.take('not.', '"not"')
    const found = operation(scanner, readValue)
    return found && { negated, operation: found }
  })
}

const expectedOperator = 'operator (eq, gt, ...)'
const operatorName = /[a-z]+/y
const kinds = new Map<string, Operation['kind']>([
  ...comparisons.map((name) => [name, 'compare'] as const),
  ...plainOperators.map((name) => [name, 'plain'] as const),
  ...textSearches.map((name) => [name, 'search'] as const),
  ['in', 'in'],
  ['is', 'is'],
  ['isdistinct', 'isdistinct'],
])

function operation(scanner: Scanner, readValue: ReadValue): Operation | undefined {
  const start = scanner.position
  const name = scanner.match(operatorName, expectedOperator)
  const kind = name === undefined ? undefined : kinds.get(name)
  if (name === undefined || !kind) {
    scanner.position = start
    scanner.expected(expectedOperator)
    return undefined
  }
  if (kind === 'search') return search(scanner, name as (typeof textSearches)[number], readValue)
  const quantifier =
    kind === 'compare' ? scanner.takeOneOf(['(any)', '(all)'] as const, expectedOperator) : undefined
  if (!scanner.take('.', expectedOperator)) return undefined
  switch (kind) {
    case 'in':
      return { kind, values: valueList(scanner) }
    case 'is':
      return { kind, value: isValue(scanner) }
    case 'isdistinct':
      return { kind, value: readValue(scanner) }
    case 'plain':
      return { kind, operator: name as (typeof plainOperators)[number], value: readValue(scanner) }
    case 'compare': {
      const operator = name as (typeof comparisons)[number]
      const value = readValue(scanner)
      if (!quantifier) return { kind, operator, value }
      return { kind, operator, quantifier: quantifier === '(any)' ? 'any' : 'all', value }
    }
  }
}

function search(
  scanner: Scanner,
  operator: (typeof textSearches)[number],
  readValue: ReadValue,
): Operation | undefined {
  const language = scanner.take('(') ? plainName(scanner) : undefined
  if (language !== undefined && !scanner.take(')')) return undefined
  if (!scanner.take('.', expectedOperator)) return undefined
  return { kind: 'search', operator, value: readValue(scanner), ...(language !== undefined && { language }) }
}

function isValue(scanner: Scanner): (typeof isValues)[number] {
  const rest = scanner.text.slice(scanner.position).toLowerCase()
  const value = isValues.find((word) => rest.startsWith(word))
  if (!value) {
    scanner.expected('isVal: (null, not_null, true, false, unknown)')
    throw scanner.refusal()
  }
  scanner.position += value.length
  return value
}

function valueList(scanner: Scanner): string[] {
  scanner.skipBlanks()
  scanner.require('(')
  scanner.skipBlanks()
  const values: string[] = []
  do values.push(element(scanner))
  while (scanner.take(','))
  scanner.require(')')
  scanner.skipBlanks()
  return values
}

const upToDelimiter = /[^,)]*/y

// A value is quoted only if the element ends right after the quote; `"a"b` is taken literally.
function element(scanner: Scanner): string {
  const inQuotes = scanner.attempt(() => {
    const value = quoted(scanner)
    return value !== undefined && scanner.endsWithOneOf([',', ')', '']) ? value : undefined
  })
  return inQuotes ?? scanner.match(upToDelimiter, 'value') ?? ''
}

const arrayLiteral = /\{[^{}]*\}/y

function valueInList(scanner: Scanner): string {
  if (scanner.next === '{') {
    const array = scanner.attempt(() => scanner.match(arrayLiteral, 'array'))
    if (array !== undefined) return array
  }
  return element(scanner)
}

function restOfText(scanner: Scanner): string {
  const value = scanner.text.slice(scanner.position)
  scanner.position = scanner.text.length
  return value
}
