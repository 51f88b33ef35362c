import type { Aggregate } from '../parse/request-terms.ts'
import type { TypeName } from '../schema/tables.ts'
import { type PlannedColumn, type PlannedEmbed, passesPeople, type ReadNode } from './read-plan.ts'

/** A column of one level's select list. */
export type Output =
  | { kind: 'all' }
  | { kind: 'own'; column: Extract<PlannedColumn, { kind: 'value' }>; label: string }
  | { kind: 'embed'; embed: PlannedEmbed; label: string }
  /** Of a spread embed; `from` is its name there. */
  | {
      kind: 'spread'
      embed: PlannedEmbed
      from: string
      label: string
      aggregate?: Aggregate
      cast?: TypeName
      /** Its value is an embed's JSON. */
      isEmbed?: boolean
    }

interface Offered {
  from: string
  label: string
  aggregate?: Aggregate
  cast?: TypeName
  isEmbed?: boolean
}

/**
 * Determines each level's select list. A spread embed passes its columns to its parent. An aggregate in a spread to-one
 * embed moves up to the first level that is not spread, since rows are grouped only there.
 */
export function outputsOf(node: ReadNode): Output[] {
  const { outputs } = arrange(node, false)
  return passesPeople(node) ? eachLabelOnce(outputs) : outputs
}

/** Without the aggregates, which move to the parent. */
export function spreadOutputsOf(node: ReadNode): Output[] {
  return arrange(node, true).outputs
}

export function isGrouped(outputs: Output[]): boolean {
  return outputs.some((output) => aggregateOf(output) !== undefined)
}

export function aggregateOf(output: Output): Aggregate | undefined {
  if (output.kind === 'own') return output.column.aggregate
  return output.kind === 'spread' ? output.aggregate : undefined
}

function arrange(node: ReadNode, raisesAggregates: boolean): { outputs: Output[]; offered: Offered[] } {
  const outputs: Output[] = []
  const offered: Offered[] = []
  const raise = (output: (label: string) => Output, label: string, aggregate: Aggregate, cast?: TypeName) => {
    const inner = `raised_${outputs.length}`
    outputs.push(output(inner))
    offered.push({ from: inner, label, aggregate, ...(cast && { cast }) })
  }
  const show = (output: Exclude<Output, { kind: 'all' }>) => {
    outputs.push(output)
    const isEmbed = output.kind === 'embed' || (output.kind === 'spread' && output.isEmbed === true)
    offered.push({ from: output.label, label: output.label, isEmbed })
  }
  for (const column of expanded(node, raisesAggregates)) {
    if (column.kind === 'all') outputs.push(column)
    else if (column.aggregate && raisesAggregates) {
      const { aggregate, aggregateCast, ...raw } = column
      raise((label) => ({ kind: 'own', column: raw, label }), column.label, aggregate, aggregateCast)
    } else show({ kind: 'own', column, label: column.label })
  }
  for (const embed of node.embeds) {
    if (embed.form === 'object' || embed.form === 'list') show({ kind: 'embed', embed, label: embed.name })
    else if (embed.form !== 'hidden') {
      for (const { from, label, aggregate, cast, isEmbed = false } of arrange(embed.node, true).offered) {
        const spread = { kind: 'spread', embed, from, isEmbed } as const
        if (aggregate && raisesAggregates) raise((as) => ({ ...spread, label: as }), label, aggregate, cast)
        else show({ ...spread, label, ...(aggregate && { aggregate }), ...(cast && { cast }) })
      }
    }
  }
  return { outputs, offered }
}

// A level that passes up extra columns names its own, so labels must be unique. JSON readers use the last of equal keys.
function eachLabelOnce(outputs: Output[]): Output[] {
  const labels = outputs.map((output) => (output.kind === 'all' ? '' : output.label))
  return outputs.filter((_, index) => labels.lastIndexOf(labels[index] ?? '') === index)
}

// Expands `*` in groups, in spreads, and beside hidden columns.
function expanded(node: ReadNode, isSpread: boolean): PlannedColumn[] {
  if (!isSpread && !holdsAggregate(node) && !passesPeople(node)) return node.columns
  return node.columns.flatMap((column) =>
    column.kind === 'value'
      ? [column]
      : [...node.table.columns.values()].map(
          ({ name, baseType }): PlannedColumn => ({
            kind: 'value',
            field: { name, type: baseType, path: [] },
            label: name,
          }),
        ),
  )
}

export function holdsAggregate(node: Pick<ReadNode, 'columns' | 'embeds'>): boolean {
  const own = node.columns.some((column) => column.kind === 'value' && column.aggregate !== undefined)
  return own || node.embeds.some((embed) => embed.form === 'columns' && holdsAggregate(embed.node))
}
