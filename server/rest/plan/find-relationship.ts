import { RestError } from '../errors/rest-error.ts'
import type { SelectEmbed } from '../parse/request-terms.ts'
import type { KeyRelationship, Relationship } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { Table } from '../schema/tables.ts'
import { closestName } from './suggestions.ts'

/**
 * The target is a table, a view, a foreign key's name, or a foreign key's column; the hint is a foreign key's name, a column
 * of either side, or a junction table.
 * @throws RestError PGRST200 (none) or PGRST201 (several; the details list them)
 */
export function findRelationship(cache: SchemaCache, origin: Table, embed: SelectEmbed): Relationship {
  const all = cache.relationships(origin.schema, origin.name)
  const computed = all.filter(
    (relationship) => relationship.kind === 'computed' && relationship.function.name === embed.relation,
  )
  // a computed relationship takes precedence over foreign keys
  const found = computed.length > 0 ? computed : all.filter((relationship) => matches(relationship, embed))
  const [only] = found
  if (only && found.length === 1) return only
  throw only ? ambiguous(origin, embed, found) : notFound(cache, origin, embed, all)
}

function matches(relationship: Relationship, { relation, hint }: SelectEmbed): boolean {
  if (relationship.kind === 'computed') return false
  if (relationship.from === relationship.to) return matchesSelfReference(relationship, relation, hint)
  const byTable = relation === relationship.to.name
  if (hint !== undefined) {
    if (!byTable) return false
    if (relationship.kind === 'many-to-many') return hint === relationship.junction.name
    return (
      hint === relationship.constraint || isNearColumn(relationship, hint) || isFarColumn(relationship, hint)
    )
  }
  if (byTable) return true
  if (relationship.kind === 'many-to-many' || relationship.to.isView) return false
  return relation === relationship.constraint || isNearColumn(relationship, relation)
}

// A foreign key from a table to itself is two relationships: the table's name selects to-many, a column's name to-one.
function matchesSelfReference(
  relationship: Exclude<Relationship, { kind: 'computed' }>,
  relation: string,
  hint?: string,
): boolean {
  if (relationship.kind === 'one-to-many') {
    if (relation !== relationship.to.name) return false
    return hint === undefined || isFarColumn(relationship, hint)
  }
  return relationship.kind === 'many-to-one' && hint === undefined && isNearColumn(relationship, relation)
}

function isNearColumn(relationship: KeyRelationship, name: string): boolean {
  return relationship.columns.length === 1 && relationship.columns[0]?.[0] === name
}

function isFarColumn(relationship: KeyRelationship, name: string): boolean {
  return relationship.columns.length === 1 && relationship.columns[0]?.[1] === name
}

function ambiguous(origin: Table, embed: SelectEmbed, found: Relationship[]): RestError {
  const hints = found.map((relationship) => `'${relationship.to.name}!${distinction(relationship)}'`)
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${embed.relation}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${embed.relation}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function distinction(relationship: Relationship): string {
  if (relationship.kind === 'computed') return relationship.function.name
  return relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint
}

function describe(relationship: Relationship): Record<string, string> {
  const { from, to, kind } = relationship
  const embedding = `${from.name} with ${to.name}`
  const columns = (names: string[]) => `(${names.join(', ')})`
  if (relationship.kind === 'computed')
    return { cardinality: kind, embedding, relationship: relationship.function.name }
  if (relationship.kind === 'many-to-many') {
    const { near, far, junction } = relationship
    const side = ({ constraint, columns: pairs }: typeof near) =>
      constraint + columns(pairs.map(([, own]) => own))
    return {
      cardinality: kind,
      embedding,
      relationship: `${junction.name} using ${side(near)} and ${side(far)}`,
    }
  }
  const near = from.name + columns(relationship.columns.map(([name]) => name))
  const far = to.name + columns(relationship.columns.map(([, name]) => name))
  return { cardinality: kind, embedding, relationship: `${relationship.constraint} using ${near} and ${far}` }
}

function notFound(cache: SchemaCache, origin: Table, embed: SelectEmbed, all: Relationship[]): RestError {
  const usingHint = embed.hint === undefined ? "'" : `' using the hint '${embed.hint}'`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${embed.relation}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${embed.relation}${usingHint} in the schema '${origin.schema}', but no matches were found.`,
      hint: relationHint(cache, origin, embed, all),
    },
  )
}

function relationHint(
  cache: SchemaCache,
  origin: Table,
  embed: SelectEmbed,
  all: Relationship[],
): string | null {
  if (all.length === 0) {
    const close = closestName(origin.name, cache.relatedTables(origin.schema))
    return close ? `Perhaps you meant '${close}' instead of '${origin.name}'.` : null
  }
  const names = [...new Set(all.map((relationship) => relationship.to.name))]
  // both names exist, so the hint must be wrong
  if (names.includes(embed.relation)) return null
  const close = closestName(embed.relation, names)
  return close ? `Perhaps you meant '${close}' instead of '${embed.relation}'.` : null
}
