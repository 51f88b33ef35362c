import type { Aggregate, Filter, OrderTerm, RowRange } from '../parse/request-terms.ts'
import type { Relationship } from '../schema/relationships.ts'
import type { Table, TypeName } from '../schema/tables.ts'
import type { KnownField } from './lookup.ts'
import type { Marked } from './recorded-reads.ts'

/** One level of an answer: rows of one table, with what is embedded in each. */
export interface ReadNode {
  table: Table
  /** The table's alias in the statement. */
  alias: string
  /** What is recorded when it is read. */
  marked: Marked
  columns: PlannedColumn[]
  embeds: PlannedEmbed[]
  where: PlannedCondition[]
  order: PlannedOrder[]
  /** Absent: all rows. */
  range?: RowRange
}

export type PlannedColumn =
  | { kind: 'all' }
  | {
      kind: 'value'
      /** Absent: the row itself, as `count()` counts it. */
      field?: KnownField
      cast?: TypeName
      aggregate?: Aggregate
      aggregateCast?: TypeName
      /** Its key in the answer. */
      label: string
    }

export interface PlannedEmbed {
  node: ReadNode
  relationship: Relationship
  /** Its key in the answer, and its name in filters and orders. */
  name: string
  relation: string
  /** Alias of the joined result. */
  as: string
  /** Parents without a match are left out. */
  inner: boolean
  /**
   * How it appears: one object or null; a list; as columns of the parent; as lists in columns of the parent; or not at all
   * (it only filters or sorts).
   */
  form: 'object' | 'list' | 'columns' | 'column-lists' | 'hidden'
}

export type PlannedCondition =
  | (Pick<Filter, 'negated' | 'operation'> & { kind: 'filter'; field: KnownField })
  /** Whether the embed has rows: `relation=is.null`. */
  | { kind: 'embedded'; embed: PlannedEmbed; exists: boolean }
  | { kind: 'logic'; operator: 'and' | 'or'; negated: boolean; conditions: PlannedCondition[] }

export interface PlannedOrder extends Pick<OrderTerm, 'direction' | 'nulls'> {
  field: KnownField
  /** The joined result whose column it is; absent: the node's own. */
  of?: string
}

export function everyEmbed(node: ReadNode): PlannedEmbed[] {
  return node.embeds.flatMap((embed) => [embed, ...everyEmbed(embed.node)])
}

/** Whether this level or one below it passes up the people its rows are about. */
export function passesPeople(node: ReadNode): boolean {
  return node.marked.subjects.length > 0 || node.embeds.some((embed) => passesPeople(embed.node))
}

/** The tables whose reads are to be recorded, each once. */
export function recordedTables(node: ReadNode): string[] {
  return [...new Set([...node.marked.tables, ...node.embeds.flatMap((embed) => recordedTables(embed.node))])]
}

/** The column that holds the result of a scalar function. */
export const scalarColumn = 'rest_scalar'
