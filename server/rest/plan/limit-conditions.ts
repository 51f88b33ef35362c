import { refuse } from '../errors/rest-error.ts'
import { elementsOf, patternCost } from '../parse/pattern-cost.ts'
import type { Condition, Operation } from '../parse/request-terms.ts'

export interface ConditionLimits {
  /** Filters, counting every leaf of a logic tree. */
  maxConditions: number
  /** Patterns of `match` and `imatch`: Postgres compiles each, and tries it on every row. */
  maxPatterns: number
  maxPatternLength: number
  maxPatternPieces: number
}

/**
 * Limits the cost of filters, of reads and writes.
 * @throws RestError PGRST100
 */
export function limitConditions(conditions: Condition[], limits: ConditionLimits): void {
  const filters = conditions.flatMap(filtersOf)
  if (filters.length > limits.maxConditions) throw refuse.tooCostly('filters', limits.maxConditions)
  const patterns = filters.flatMap(({ operation }) => patternsOf(operation))
  if (patterns.length > limits.maxPatterns) throw refuse.tooCostly('patterns', limits.maxPatterns)
  for (const pattern of patterns) limitPattern(pattern, limits)
}

function filtersOf(condition: Condition): Extract<Condition, { kind: 'filter' }>[] {
  return condition.kind === 'logic' ? condition.conditions.flatMap(filtersOf) : [condition]
}

function patternsOf(operation: Operation): string[] {
  if (operation.kind !== 'compare') return []
  if (operation.operator !== 'match' && operation.operator !== 'imatch') return []
  return operation.quantifier ? elementsOf(operation.value) : [operation.value]
}

function limitPattern(pattern: string, { maxPatternLength, maxPatternPieces }: ConditionLimits): void {
  if (pattern.length > maxPatternLength) throw refuse.tooCostly('characters of a pattern', maxPatternLength)
  const cost = patternCost(pattern)
  if ('unsupported' in cost) throw refuse.pattern(cost.unsupported)
  if (cost.pieces > maxPatternPieces) throw refuse.tooCostly('repetitions in a pattern', maxPatternPieces)
}
