import type { PlannedEmbed, ReadNode } from '../plan/read-plan.ts'
import { conditionSql, type EmbeddedSql, type Scope } from './expressions.ts'
import { relationSql, type Source, scopeOf, tenantSql } from './read.ts'
import { identifier, type Parameters, qualifiedName } from './statement.ts'

/** Ignores the range. Tests embeds for a match only where they filter the root. */
export function countRowsSql(root: ReadNode, params: Parameters, source: Source, limit?: number): string {
  const rows = matchesSql(root, scopeOf(root, source), source ?? qualifiedName(root.table), [], params)
  return limit === undefined ? rows : `${rows} LIMIT ${params.number(limit)}`
}

function matchesSql(
  node: ReadNode,
  scope: Scope,
  from: string,
  joinedBy: string[],
  params: Parameters,
): string {
  const embedded: EmbeddedSql = (embed, exists) => `${exists ? '' : 'NOT '}${existsSql(embed, scope, params)}`
  const where = [
    ...joinedBy,
    ...tenantSql(node, scope, params),
    ...node.where.map((condition) => conditionSql(condition, scope, params, embedded)),
    ...node.embeds.filter((embed) => embed.inner).map((embed) => existsSql(embed, scope, params)),
  ]
  return `SELECT 1 FROM ${from} AS ${identifier(node.alias)}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`
}

function existsSql(embed: PlannedEmbed, parent: Scope, params: Parameters): string {
  const { node } = embed
  const { from, conditions } = relationSql(embed, parent, params)
  return `EXISTS (${matchesSql(node, { alias: node.alias }, from, conditions, params)})`
}
