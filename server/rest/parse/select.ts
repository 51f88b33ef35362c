import { refuse } from '../errors.ts'
import { field, fieldName, plainName } from './fields.ts'
import type { Aggregate, SelectColumn, SelectEmbed, SelectItem } from './request-terms.ts'
import { Scanner } from './scanner.ts'

const itemEnd = [')', ',', '']

/**
 * Reads `select=`: columns, casts, aggregates, and embeds to any depth up to `maxDepth`.
 *
 * @throws RestError PGRST100
 */
export function parseSelect(text: string, maxDepth: number): SelectItem[] {
  const scanner = new Scanner(text, 'failed to parse select parameter')
  const items = forest(scanner, maxDepth, maxDepth)
  if (!scanner.endsWithOneOf([',', ''])) throw scanner.refusal()
  return items
}

function forest(scanner: Scanner, depthLeft: number, maxDepth: number): SelectItem[] {
  const items: SelectItem[] = []
  // an empty list is allowed: `relation()` joins without showing anything
  if (scanner.atEnd || scanner.next === ')') return items
  do {
    items.push(embed(scanner, depthLeft, maxDepth) ?? column(scanner))
    scanner.skipBlanks()
  } while (scanner.take(','))
  return items
}

function embed(scanner: Scanner, depthLeft: number, maxDepth: number): SelectEmbed | undefined {
  const head = scanner.attempt(() => embedHead(scanner))
  if (!head) return undefined
  if (depthLeft === 0) throw refuse.tooDeep(maxDepth)
  const select = forest(scanner, depthLeft - 1, maxDepth)
  scanner.require(')')
  return { ...head, select }
}

function embedHead(scanner: Scanner): Omit<SelectEmbed, 'select'> | undefined {
  scanner.skipBlanks()
  const spread = scanner.take('...')
  const alias = spread ? undefined : aliasBefore(scanner)
  const relation = fieldName(scanner)
  if (relation === undefined) return undefined
  const params = [embedParam(scanner), embedParam(scanner)]
  // `count()` is the aggregate, whatever relation may have that name
  if (!scanner.take('(') || (relation === 'count' && !spread && scanner.next === ')')) return undefined
  const hint = params.find((param) => param !== undefined && param !== 'inner' && param !== 'left')
  return {
    kind: 'embed',
    relation,
    inner: params.includes('inner'),
    spread,
    ...(alias !== undefined && { alias }),
    ...(hint !== undefined && { hint }),
  }
}

function embedParam(scanner: Scanner): string | undefined {
  return scanner.take('!') ? fieldName(scanner) : undefined
}

function aliasBefore(scanner: Scanner): string | undefined {
  return scanner.attempt(() => {
    const name = fieldName(scanner)
    if (name === undefined || scanner.startsWith('::') || !scanner.take(':')) return undefined
    return name
  })
}

function column(scanner: Scanner): SelectColumn {
  scanner.skipBlanks()
  const found =
    scanner.attempt(() => star(scanner)) ?? scanner.attempt(() => countOfRows(scanner)) ?? ordinary(scanner)
  if (!found) throw scanner.refusal()
  return found
}

function star(scanner: Scanner): SelectColumn | undefined {
  if (!scanner.take('*', 'field name (* or [a..z0..9_$])')) return undefined
  scanner.skipBlanks()
  return scanner.endsWithOneOf(itemEnd) ? { kind: 'column', field: { name: '*', path: [] } } : undefined
}

function countOfRows(scanner: Scanner): SelectColumn | undefined {
  const alias = aliasBefore(scanner)
  if (!scanner.take('count()', '"count()"')) return undefined
  const aggregateCast = castAfter(scanner)
  if (!scanner.endsWithOneOf(itemEnd)) return undefined
  return withOptions({ name: '*', path: [] }, { alias, aggregate: 'count', aggregateCast })
}

function ordinary(scanner: Scanner): SelectColumn | undefined {
  const alias = aliasBefore(scanner)
  const named = field(scanner)
  if (!named) return undefined
  const cast = castAfter(scanner)
  const aggregate = aggregateAfter(scanner)
  const aggregateCast = aggregate ? castAfter(scanner) : undefined
  scanner.skipBlanks()
  if (!scanner.endsWithOneOf(itemEnd)) return undefined
  return withOptions(named, { alias, cast, aggregate, aggregateCast })
}

function castAfter(scanner: Scanner): string | undefined {
  if (!scanner.take('::')) return undefined
  const type = plainName(scanner)
  if (type === undefined) throw scanner.refusal()
  return type
}

function aggregateAfter(scanner: Scanner): Aggregate | undefined {
  if (!scanner.take('.')) return undefined
  const name = scanner.takeOneOf(['sum', 'avg', 'count', 'max', 'min'] as const)
  if (!name || !scanner.take('()')) throw scanner.refusal()
  return name
}

function withOptions(
  named: SelectColumn['field'],
  options: { [Key in 'alias' | 'cast' | 'aggregate' | 'aggregateCast']?: SelectColumn[Key] | undefined },
): SelectColumn {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { kind: 'column', field: named, ...Object.fromEntries(given) }
}
