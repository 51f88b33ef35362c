import type {
  ColumnPair,
  ComputedRelationship,
  JunctionRelationship,
  KeyRelationship,
  Relationship,
} from '../schema/relationships.ts'
import { qualified, type Table } from '../schema/tables.ts'
import type { ForeignKey } from './build-keys.ts'
import { shownAs, type ViewColumns } from './build-views.ts'

export interface ComputedRow {
  schema: string
  name: string
  from: Table
  to: Table
  single: boolean
}

/**
 * Everything that can be embedded, by origin table, in PostgREST's order of ambiguous ones: foreign keys in both directions,
 * also through views; many-to-many where the primary key of an exposed junction holds two foreign keys; functions over a
 * row.
 * @param exposed the schemas whose tables a request may reach
 */
export function buildRelationships(
  foreignKeys: ForeignKey[],
  views: ViewColumns,
  computed: ComputedRow[],
  exposed: string[],
): Map<string, Relationship[]> {
  const forward = foreignKeys.flatMap((key) => throughViews(key, views))
  const all: Relationship[] = [
    ...forward,
    ...forward.map(inverse),
    ...junctions(forward.filter(({ from }) => exposed.includes(from.schema))),
    ...computed.map(
      ({ single, from, to, ...fn }): ComputedRelationship => ({
        kind: 'computed',
        from,
        to,
        single,
        function: fn,
      }),
    ),
  ]
  const byTable = new Map<string, Relationship[]>()
  for (const relationship of all) {
    const { from, to } = relationship
    if (from.schema !== to.schema) continue
    const key = qualified(from.schema, from.name)
    byTable.set(key, [...(byTable.get(key) ?? []), relationship])
  }
  for (const relationships of byTable.values()) relationships.sort(byKindAndName)
  return byTable
}

const kinds: Relationship['kind'][] = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed']

function byKindAndName(one: Relationship, other: Relationship): number {
  const [first, second] = [sortKey(one), sortKey(other)]
  return first < second ? -1 : Number(first > second)
}

// the separator sorts before every character of a name
function sortKey(relationship: Relationship): string {
  const names = (pairs: ColumnPair[]) => pairs.flat().join('\0')
  const parts = [relationship.to.name, String(kinds.indexOf(relationship.kind))]
  if (relationship.kind === 'computed') return [...parts, relationship.function.name].join('\0')
  if (relationship.kind !== 'many-to-many')
    return [...parts, relationship.constraint, names(relationship.columns)].join('\0')
  const { junction, near, far } = relationship
  const keys = [near.constraint, far.constraint, names(near.columns), names(far.columns)]
  return [...parts, junction.schema, junction.name, ...keys].join('\0')
}

function throughViews(key: ForeignKey, views: ViewColumns): KeyRelationship[] {
  const kind = key.unique ? 'one-to-one' : 'many-to-one'
  const nearSides = [
    { table: key.from, columns: key.columns.map(([near]) => near) },
    ...viewsOf(
      key.from,
      key.columns.map(([near]) => near),
      views,
    ),
  ]
  const farSides = [
    { table: key.to, columns: key.columns.map(([, far]) => far) },
    ...viewsOf(
      key.to,
      key.columns.map(([, far]) => far),
      views,
    ),
  ]
  return nearSides.flatMap((near) =>
    farSides.map((far) => ({
      kind,
      from: near.table,
      to: far.table,
      constraint: key.name,
      columns: near.columns.map((column, index): ColumnPair => [column, far.columns[index] ?? '']),
    })),
  )
}

// Views with all these columns of a table; a view that repeats a column is returned once per combination of names.
function viewsOf(table: Table, columns: string[], views: ViewColumns): { table: Table; columns: string[] }[] {
  return [...views].flatMap(([view, origins]) =>
    shownAs(origins, table, columns)
      .reduce<string[][]>(
        (chosen, names) => chosen.flatMap((before) => names.map((name) => [...before, name])),
        [[]],
      )
      .map((shown) => ({ table: view, columns: shown })),
  )
}

function inverse(relationship: KeyRelationship): KeyRelationship {
  return {
    ...relationship,
    kind: relationship.kind === 'many-to-one' ? 'one-to-many' : 'one-to-one',
    from: relationship.to,
    to: relationship.from,
    columns: relationship.columns.map(([near, far]): ColumnPair => [far, near]),
  }
}

function junctions(forward: KeyRelationship[]): JunctionRelationship[] {
  const byJunction = Map.groupBy(
    forward.filter((key) => key.kind === 'many-to-one'),
    (key) => key.from,
  )
  return [...byJunction].flatMap(([junction, keys]) =>
    keys.flatMap((near) =>
      keys
        .filter((far) => far.constraint !== near.constraint && isKeyOf(junction, near, far))
        .map(
          (far): JunctionRelationship => ({
            kind: 'many-to-many',
            from: near.to,
            to: far.to,
            junction,
            near: {
              constraint: near.constraint,
              columns: near.columns.map(([inJunction, own]): ColumnPair => [own, inJunction]),
            },
            far: {
              constraint: far.constraint,
              columns: far.columns.map(([inJunction, own]): ColumnPair => [own, inJunction]),
            },
          }),
        ),
    ),
  )
}

function isKeyOf(junction: Table, ...keys: KeyRelationship[]): boolean {
  return keys.every((key) => key.columns.every(([column]) => junction.primaryKey.includes(column)))
}
