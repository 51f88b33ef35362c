import type {
  ColumnPair,
  ComputedRelationship,
  JunctionRelationship,
  KeyRelationship,
  Relationship,
} from '../schema/relationships.ts'
import { qualified, type Table } from '../schema/tables.ts'
import type { ForeignKey } from './build-keys.ts'
import type { ViewColumns } from './build-views.ts'

/** A function of one row that returns rows of another table. */
export interface ComputedRow {
  schema: string
  name: string
  from: Table
  to: Table
  single: boolean
}

/**
 * Everything that can be embedded, by the table it starts from: each foreign key in both directions, through views as
 * well as tables; many-to-many where a junction's primary key holds two foreign keys; functions over a row.
 */
export function buildRelationships(
  foreignKeys: ForeignKey[],
  views: ViewColumns,
  computed: ComputedRow[],
): Map<string, Relationship[]> {
  const forward = foreignKeys.flatMap((key) => throughViews(key, views))
  const all: Relationship[] = [
    ...forward,
    ...forward.map(inverse),
    ...junctions(forward),
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
  return byTable
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

// Views that show all these columns of a table, with the names they give them.
function viewsOf(table: Table, columns: string[], views: ViewColumns): { table: Table; columns: string[] }[] {
  const found: { table: Table; columns: string[] }[] = []
  for (const [view, origins] of views) {
    const shown = columns.map(
      (column) => [...origins].find(([, origin]) => origin.table === table && origin.column === column)?.[0],
    )
    if (shown.every((name) => name !== undefined)) found.push({ table: view, columns: shown as string[] })
  }
  return found
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
    forward.filter((key) => key.kind === 'many-to-one' && !key.from.isView),
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
