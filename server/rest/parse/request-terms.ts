/** Not checked against the schema yet. */

/** One `->` (json) or `->>` (text) step into a JSON, composite or array value. */
export interface JsonStep {
  asText: boolean
  /** A key, or the position in an array (negative: from its end). */
  at: string | number
}

export interface Field {
  name: string
  path: JsonStep[]
}

export type Aggregate = 'count' | 'sum' | 'avg' | 'min' | 'max'

export interface SelectColumn {
  kind: 'column'
  field: Field
  alias?: string
  cast?: string
  aggregate?: Aggregate
  aggregateCast?: string
}

export interface SelectEmbed {
  kind: 'embed'
  relation: string
  alias?: string
  hint?: string
  inner: boolean
  /** `...relation(columns)`: its columns become the parent's. */
  spread: boolean
  select: SelectItem[]
}

export type SelectItem = SelectColumn | SelectEmbed

export const comparisons = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const
export const plainOperators = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const
export const textSearches = ['fts', 'plfts', 'phfts', 'wfts'] as const
export const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const

export type Operation =
  | { kind: 'compare'; operator: (typeof comparisons)[number]; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'plain'; operator: (typeof plainOperators)[number]; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: (typeof isValues)[number] }
  | { kind: 'isdistinct'; value: string }
  | { kind: 'search'; operator: (typeof textSearches)[number]; language?: string; value: string }

export interface Filter {
  kind: 'filter'
  field: Field
  negated: boolean
  operation: Operation
}

export interface Logic {
  kind: 'logic'
  operator: 'and' | 'or'
  negated: boolean
  conditions: Condition[]
}

export type Condition = Filter | Logic

export interface OrderTerm {
  relation?: string
  field: Field
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** Rows `offset` to `offset + limit - 1`; no limit: to the end. */
export interface RowRange {
  offset: number
  limit?: number
}

export type EmbedPath = string[]

export interface AtEmbed<T> {
  path: EmbedPath
  what: T
}

export interface RestQuery {
  select: SelectItem[]
  conditions: AtEmbed<Condition>[]
  orders: AtEmbed<OrderTerm[]>[]
  ranges: AtEmbed<Partial<RowRange>>[]
  /** `columns=`: the payload keys to use. */
  columns?: string[]
  onConflict?: string[]
  /** In the order sent; a repeated name is a variadic's next value. */
  args: [name: string, value: string][]
}
