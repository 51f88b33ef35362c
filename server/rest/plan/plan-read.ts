import { RestError, refuse } from '../errors/rest-error.ts'
import type {
  Condition,
  EmbedPath,
  Field,
  OrderTerm,
  RestQuery,
  RowRange,
  SelectColumn,
  SelectEmbed,
  SelectItem,
} from '../parse/request-terms.ts'
import { capped } from '../request/row-range.ts'
import { isToOne } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { Table } from '../schema/tables.ts'
import { findRelationship } from './find-relationship.ts'
import type { ConditionLimits } from './limit-conditions.ts'
import { type KnownField, knownField, knownType, pathLabel, text, valueType } from './lookup.ts'
import { markedAsShown } from './marked-as-shown.ts'
import { holdsAggregate } from './outputs.ts'
import {
  everyEmbed,
  type PlannedColumn,
  type PlannedCondition,
  type PlannedEmbed,
  type PlannedOrder,
  type ReadNode,
} from './read-plan.ts'
import { markedBy, type RecordedReads, unmarked, withoutParents } from './recorded-reads.ts'
import { embeddedTenant, type Tenants, tenantOf } from './tenants.ts'

export interface PlanLimits extends ConditionLimits {
  maxRows: number
  /** Per request. */
  maxEmbeds: number
  maxColumns: number
  aggregates: boolean
  /** Whether the planner's estimates are exposed; otherwise every count is exact. */
  plannerCounts: boolean
  recordedReads?: RecordedReads
  tenants?: Tenants
}

export interface RootParts {
  conditions: boolean
  /** Rows that the caller sent: reading them back is not recorded. */
  isNew?: boolean
  /** The result of a function, which may contain rows of any tenant. */
  isResult?: boolean
  /** Absent: all rows, as for a write. */
  range?: RowRange
}

export interface PlannedRead {
  root: ReadNode
  /**
   * The first name that Postgres would not know (42703, 42704). Reported only if nothing else is refused, since PostgREST
   * queries the database last.
   */
  unknownName?: RestError
}

/**
 * Plans the tree of the `select`, with every filter, order and range at its level.
 * @throws RestError PGRST108, 118, 120, 123, 127, 200, 201
 */
export function planRead(
  cache: SchemaCache,
  table: Table,
  query: RestQuery,
  limits: PlanLimits,
  root: RootParts,
): PlannedRead {
  const planner = new ReadPlanner(cache, query, limits)
  return planner.plan(table, root)
}

const maxNameBytes = 63

class ReadPlanner {
  readonly #cache: SchemaCache
  readonly #query: RestQuery
  readonly #limits: PlanLimits
  #shortened = 0
  #asksAggregates = false
  #unknownName: RestError | undefined

  constructor(cache: SchemaCache, query: RestQuery, limits: PlanLimits) {
    this.#cache = cache
    this.#query = query
    this.#limits = limits
  }

  plan(table: Table, parts: RootParts): PlannedRead {
    const { conditions, orders, ranges, select } = this.#query
    for (const { path } of [...conditions, ...orders, ...ranges]) requireEmbedded(select, path)
    const marked = parts.isNew ? unmarked : markedBy(this.#limits.recordedReads, table, undefined)
    const tenant = parts.isResult ? undefined : tenantOf(this.#limits.tenants, table)
    const root = this.#node(table, table.name, select, [], { marked, ...(tenant && { tenant }) })
    if (select.length === 0) root.columns = [{ kind: 'all' }]
    this.#checkSize(root)
    for (const { path, what } of orders) this.#addOrder(nodeAt(root, path), what)
    for (const { path, what } of conditions) {
      if (path.length > 0 || parts.conditions) this.#addCondition(nodeAt(root, path), what)
    }
    if (this.#asksAggregates && !this.#limits.aggregates) throw refuse.aggregates()
    refuseListAggregates(root)
    this.#setRanges(root, parts.range)
    root.marked = markedAsShown(root)
    return this.#unknownName ? { root, unknownName: this.#unknownName } : { root }
  }

  #node(
    table: Table,
    alias: string,
    select: SelectItem[],
    ancestors: string[],
    about: Pick<ReadNode, 'marked' | 'tenant' | 'junctionTenant'>,
  ): ReadNode {
    const node: ReadNode = { table, alias, ...about, columns: [], embeds: [], where: [], order: [] }
    for (const item of select) {
      if (item.kind === 'column') node.columns.push(this.#column(node, item))
      else node.embeds.push(this.#embed(node, item, [...ancestors, alias]))
    }
    return node
  }

  #column(node: ReadNode, item: SelectColumn): PlannedColumn {
    const { field, aggregate } = item
    if (aggregate) this.#asksAggregates = true
    if (field.name === '*' && !aggregate) return { kind: 'all' }
    const counted = isRowCount(node.table, item)
    const found = counted ? {} : { field: this.#field(node, field) }
    const effective = counted ? 'count' : aggregate
    return {
      kind: 'value',
      ...found,
      ...(effective && { aggregate: effective }),
      ...(item.cast !== undefined && { cast: this.#type(item.cast, node) }),
      ...(item.aggregateCast !== undefined && { aggregateCast: this.#type(item.aggregateCast, node) }),
      label: item.alias ?? effective ?? pathLabel(field),
    }
  }

  #type(name: string, node: ReadNode) {
    return this.#orUnknown(() => knownType(this.#cache, node.table.schema, name), text)
  }

  #field(node: Pick<ReadNode, 'table' | 'alias'>, field: Field): KnownField {
    return this.#orUnknown(() => knownField(node.table, node.alias, field), { ...field, type: text })
  }

  #orUnknown<T>(find: () => T, placeholder: T): T {
    try {
      return find()
    } catch (error) {
      if (!(error instanceof RestError)) throw error
      this.#unknownName ??= error
      return placeholder
    }
  }

  #embed(parent: ReadNode, item: SelectEmbed, ancestors: string[]): PlannedEmbed {
    const relationship = findRelationship(this.#cache, parent.table, item)
    const depth = ancestors.length
    let alias = this.#nameInSql(`${relationship.to.name}_${depth}`)
    // an alias that shadows an outer one would join the wrong rows
    while (ancestors.includes(alias)) alias += '_'
    const marked = withoutParents(
      markedBy(this.#limits.recordedReads, relationship.to, relationship),
      parent.marked,
      relationship,
    )
    const { tenants } = this.#limits
    const tenant = embeddedTenant(tenants, relationship, parent.tenant)
    const junctionTenant =
      relationship.kind === 'many-to-many' ? tenantOf(tenants, relationship.junction) : undefined
    const node = this.#node(relationship.to, alias, item.select, ancestors, {
      marked,
      ...(tenant && { tenant }),
      ...(junctionTenant && { junctionTenant }),
    })
    const name = item.alias ?? item.relation
    const toOne = isToOne(relationship)
    const showsNothing = node.columns.length === 0 && node.embeds.every((embed) => embed.form === 'hidden')
    const form = item.spread ? (toOne ? 'columns' : 'column-lists') : toOne ? 'object' : 'list'
    return {
      node,
      relationship,
      name,
      relation: item.relation,
      as: this.#nameInSql(`${parent.table.name}_${name}_${depth}`),
      inner: item.inner,
      form: showsNothing ? 'hidden' : form,
    }
  }

  // Postgres truncates longer names, which could make two of them equal.
  #nameInSql(name: string): string {
    if (Buffer.byteLength(name) <= maxNameBytes) return name
    this.#shortened++
    return `${name.slice(0, 10)}_${this.#shortened}`
  }

  #checkSize(root: ReadNode): void {
    const embeds = everyEmbed(root)
    const { maxEmbeds, maxColumns } = this.#limits
    if (embeds.length > maxEmbeds) throw refuse.tooCostly('embedded resources', maxEmbeds)
    const columns = [root, ...embeds.map(({ node }) => node)].reduce(
      (sum, node) =>
        sum +
        node.columns.reduce((own, column) => own + (column.kind === 'all' ? node.table.columns.size : 1), 0),
      0,
    )
    if (columns > maxColumns) throw refuse.tooCostly('columns', maxColumns)
  }

  #addCondition(node: ReadNode, condition: Condition): void {
    node.where.push(planCondition(condition, node, (field) => this.#field(node, field)))
  }

  #addOrder(node: ReadNode, terms: OrderTerm[]): void {
    for (const term of terms) node.order.push(this.#order(node, term))
  }

  #order(node: ReadNode, term: OrderTerm): PlannedOrder {
    const how = {
      ...(term.direction && { direction: term.direction }),
      ...(term.nulls && { nulls: term.nulls }),
    }
    if (term.relation === undefined) return { field: this.#field(node, term.field), ...how }
    const embed = node.embeds.find(({ name }) => name === term.relation)
    if (!embed) throw refuse.notEmbedded(term.relation)
    if (!isToOne(embed.relationship)) throw refuse.relatedOrder(node.table.name, embed.name)
    const shown = shownField(embed, term.field)
    if (shown) return { field: shown, of: embed.as, ...how }
    const field = this.#field(embed.node, term.field)
    return { field, of: addSortingJoin(node, embed, field), ...how }
  }

  #setRanges(root: ReadNode, rootRange: RowRange | undefined): void {
    for (const { path, what } of this.#query.ranges) {
      const node = nodeAt(root, path)
      if (node !== root) node.range = { offset: 0, ...node.range, ...what }
    }
    if (rootRange) root.range = capped(rootRange, this.#limits.maxRows)
    for (const { node, relationship } of everyEmbed(root)) {
      // a limit on a to-one embed would only restrict the planner's choice of joins
      if (node.range || !isToOne(relationship))
        node.range = capped(node.range ?? { offset: 0 }, this.#limits.maxRows)
    }
  }
}

/** `count()`, or the older `relation(count)` where no column has that name. */
function isRowCount(table: Table, { field, aggregate }: SelectColumn): boolean {
  if (field.name === '*') return aggregate === 'count'
  const unknown = !table.columns.has('count') && !table.computed.has('count')
  return field.name === 'count' && field.path.length === 0 && !aggregate && unknown
}

export function planCondition(
  condition: Condition,
  node: Pick<ReadNode, 'table' | 'embeds'>,
  knownFieldOf: (field: Field) => KnownField,
): PlannedCondition {
  if (condition.kind === 'logic') {
    const { operator, negated, conditions } = condition
    return {
      kind: 'logic',
      operator,
      negated,
      conditions: conditions.map((inner) => planCondition(inner, node, knownFieldOf)),
    }
  }
  const { field, negated, operation } = condition
  const embed = field.path.length === 0 ? node.embeds.find(({ name }) => name === field.name) : undefined
  if (embed) {
    if (operation.kind === 'is' && operation.value === 'null')
      return { kind: 'embedded', embed, exists: negated }
    if (operation.kind === 'is' && operation.value === 'not_null')
      return { kind: 'embedded', embed, exists: !negated }
    if (!node.table.columns.has(field.name)) throw refuse.embedFilter(embed.name)
  }
  return { kind: 'filter', field: knownFieldOf(field), negated, operation }
}

/** Refuses a path to a missing embed, before the relationships are resolved. */
function requireEmbedded(select: SelectItem[], path: EmbedPath): void {
  path.reduce((items, name) => {
    const embed = items.find(
      (item): item is SelectEmbed => item.kind === 'embed' && (item.relation === name || item.alias === name),
    )
    if (!embed) throw refuse.notEmbedded(name)
    return embed.select
  }, select)
}

function nodeAt(root: ReadNode, path: EmbedPath): ReadNode {
  return path.reduce((node, name) => {
    const embed = node.embeds.find((candidate) => candidate.relation === name || candidate.name === name)
    if (!embed) throw refuse.notEmbedded(name)
    return embed.node
  }, root)
}

/** A field by its name in an embed's joined result; undefined if it is not selected. */
function shownField({ node, form }: PlannedEmbed, wanted: Field): KnownField | undefined {
  const { name, path } = wanted
  if (form === 'hidden') return undefined
  for (const shown of node.columns) {
    if (shown.kind === 'all') {
      const column = node.table.columns.get(name)
      if (column) return { name, type: column.baseType, path }
    } else if (shown.label === name && shown.field && !shown.aggregate) {
      return { name, type: shown.cast ?? valueType(shown.field), path }
    }
  }
  const spreads = node.embeds.filter((embed) => embed.form === 'columns')
  return spreads.map((embed) => shownField(embed, wanted)).find((found) => found !== undefined)
}

// A spread of many rows has no group for an aggregate.
function refuseListAggregates(root: ReadNode): void {
  const lists = everyEmbed(root).filter(({ form }) => form === 'column-lists')
  if (lists.some(({ node }) => holdsAggregate(node))) throw refuse.listAggregates()
}

// Joins the row once more for a column that is not selected.
function addSortingJoin(parent: ReadNode, embed: PlannedEmbed, ordered: KnownField): string {
  const as = `${embed.as}_by_${ordered.name}`
  if (!parent.embeds.some((other) => other.as === as)) {
    const field: KnownField = { ...ordered, path: [] }
    const node: ReadNode = {
      ...embed.node,
      columns: [{ kind: 'value', field, label: ordered.name }],
      embeds: [],
      order: [],
    }
    parent.embeds.push({ ...embed, node, as, name: as, relation: as, inner: false, form: 'hidden' })
  }
  return as
}
