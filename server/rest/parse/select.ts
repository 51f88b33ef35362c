import { refuse } from '../errors/rest-error.ts'
import { fieldName, jsonPath, plainName } from './fields.ts'
import type { Aggregate, Field, SelectColumn, SelectEmbed, SelectItem } from './request-terms.ts'
import { Scanner } from './scanner.ts'

/**
 * Columns, casts, aggregates, and embeds to depth `maxDepth`. Ignores text after the last item, as PostgREST does.
 * @throws RestError PGRST100
 */
export function parseSelect(text: string, maxDepth: number): SelectItem[] {
  const scanner = new Scanner(text, 'failed to parse select parameter')
  return forest(scanner, { left: maxDepth, max: maxDepth })
}

interface Depth {
  left: number
  max: number
}

function forest(scanner: Scanner, depth: Depth): SelectItem[] {
  const items: SelectItem[] = []
  // `relation()` joins without selecting a column
  if (scanner.atEnd || scanner.next === ')') return items
  do {
    scanner.skipBlanks()
    items.push(item(scanner, depth))
    scanner.skipBlanks()
  } while (scanner.take(','))
  return items
}

function item(scanner: Scanner, depth: Depth): SelectItem {
  if (scanner.take('...')) return embed(scanner, { relation: requiredName(scanner), spread: true }, depth)
  if (scanner.take('*', 'field name (* or [a..z0..9_$])'))
    return column(scanner, { field: { name: '*', path: [] } })
  const first = requiredName(scanner)
  const isAlias = !scanner.startsWith('::') && scanner.take(':')
  const named = isAlias ? { alias: first } : {}
  const name = isAlias ? requiredName(scanner) : first
  if (name === 'count' && scanner.take('()')) {
    return column(scanner, {
      ...named,
      field: { name: '*', path: [] },
      aggregate: 'count',
      ...castAfter(scanner, 'aggregateCast'),
    })
  }
  if (scanner.next === '!' || scanner.next === '(')
    return embed(scanner, { ...named, relation: name, spread: false }, depth)
  const field: Field = { name, path: jsonPath(scanner) }
  scanner.skipBlanks()
  const cast = castAfter(scanner, 'cast')
  const aggregate = aggregateAfter(scanner)
  if (!aggregate) return column(scanner, { ...named, field, ...cast })
  return column(scanner, { ...named, field, ...cast, aggregate, ...castAfter(scanner, 'aggregateCast') })
}

function column(scanner: Scanner, found: Omit<SelectColumn, 'kind'>): SelectColumn {
  scanner.skipBlanks()
  if (!scanner.endsWithOneOf([')', ',', ''])) throw scanner.refusal()
  return { kind: 'column', ...found }
}

function embed(
  scanner: Scanner,
  head: Pick<SelectEmbed, 'relation' | 'spread' | 'alias'>,
  depth: Depth,
): SelectEmbed {
  const params = [embedParam(scanner), embedParam(scanner)]
  scanner.require('(')
  if (depth.left === 0) throw refuse.tooDeep(depth.max)
  const select = forest(scanner, { left: depth.left - 1, max: depth.max })
  scanner.require(')')
  const hint = params.find((param) => param !== undefined && param !== 'inner' && param !== 'left')
  return {
    kind: 'embed',
    ...head,
    inner: params.includes('inner'),
    ...(hint !== undefined && { hint }),
    select,
  }
}

function embedParam(scanner: Scanner): string | undefined {
  return scanner.take('!') ? requiredName(scanner) : undefined
}

function requiredName(scanner: Scanner): string {
  const name = fieldName(scanner)
  if (name === undefined) throw scanner.refusal()
  return name
}

function castAfter<Key extends 'cast' | 'aggregateCast'>(
  scanner: Scanner,
  key: Key,
): { [key in Key]?: string } {
  if (!scanner.take('::')) return {}
  const type = plainName(scanner)
  if (type === undefined) throw scanner.refusal()
  return { [key]: type } as { [key in Key]?: string }
}

function aggregateAfter(scanner: Scanner): Aggregate | undefined {
  if (!scanner.take('.')) return undefined
  const name = scanner.takeOneOf(['sum', 'avg', 'count', 'max', 'min'] as const)
  if (!name || !scanner.take('()')) throw scanner.refusal()
  return name
}
