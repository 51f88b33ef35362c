import type { Aggregate, Filter, OrderTerm, RowRange } from '../parse/request-terms.ts'
import type { Relationship } from '../schema/relationships.ts'
import type { Table, TypeName } from '../schema/tables.ts'
import type { KnownField } from './lookup.ts'
import type { Marked } from './recorded-reads.ts'
import type { TenantCondition } from './tenants.ts'

/** One level of an answer, with its embeds. */
export interface ReadNode {
  table: Table
  alias: string
  marked: Marked
  tenant?: TenantCondition
  /** Of the join table of a many-to-many embed. */
  junctionTenant?: TenantCondition
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
      /** Absent: the row itself, for `count()`. */
      field?: KnownField
      cast?: TypeName
      aggregate?: Aggregate
      aggregateCast?: TypeName
      label: string
    }

export interface PlannedEmbed {
  node: ReadNode
  relationship: Relationship
  /** In the answer, in filters and in orders. */
  name: string
  relation: string
  as: string
  /** Omits parents without a match. */
  inner: boolean
  /**
   * One object or null; a list; columns of the parent; lists in columns of the parent; or hidden (it only filters or sorts).
   */
  form: 'object' | 'list' | 'columns' | 'column-lists' | 'hidden'
}

export type PlannedCondition =
  | (Pick<Filter, 'negated' | 'operation'> & { kind: 'filter'; field: KnownField })
  /** `relation=is.null` */
  | { kind: 'embedded'; embed: PlannedEmbed; exists: boolean }
  | { kind: 'logic'; operator: 'and' | 'or'; negated: boolean; conditions: PlannedCondition[] }

export interface PlannedOrder extends Pick<OrderTerm, 'direction' | 'nulls'> {
  field: KnownField
  /** The joined result that has the column; absent: the node itself. */
  of?: string
}

export function everyEmbed(node: ReadNode): PlannedEmbed[] {
  return node.embeds.flatMap((embed) => [embed, ...everyEmbed(embed.node)])
}

/** Whether this level or one below it records people. */
export function passesPeople(node: ReadNode): boolean {
  return node.marked.subjects.length > 0 || node.embeds.some((embed) => passesPeople(embed.node))
}

export function recordedTables(node: ReadNode): string[] {
  return [...new Set([...node.marked.tables, ...node.embeds.flatMap((embed) => recordedTables(embed.node))])]
}

export const scalarColumn = 'rest_scalar'
