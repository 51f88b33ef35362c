import type { Relationship } from '../schema/relationships.ts'
import type { Column, Table } from '../schema/tables.ts'

/**
 * Statements compare this column with the caller's tenant as a value, beside the policies that require it, so that a database
 * distributed by the column queries one node (docs/scaling.md 5). A table without the column has no tenant.
 */
export interface Tenants {
  column: string
  /** Tables whose policies also show rows of other tenants. Compared only where joined with a compared row, and in writes. */
  shared: readonly string[]
}

/** The column to compare in every row of a table that a caller may read. */
export function tenantOf(tenants: Tenants | undefined, table: Table): Column | undefined {
  return tenants && !tenants.shared.includes(table.name) ? table.columns.get(tenants.column) : undefined
}

/** The column to compare in the rows of an embed: a row that is joined by it has its parent's tenant. */
export function embeddedTenant(
  tenants: Tenants | undefined,
  relationship: Relationship,
  isParentCompared: boolean,
): Column | undefined {
  const { to } = relationship
  if (!tenants || relationship.kind === 'computed' || relationship.kind === 'many-to-many') {
    return tenantOf(tenants, to)
  }
  const joinsIt = relationship.columns.some(
    ([near, far]) => near === tenants.column && far === tenants.column,
  )
  return isParentCompared && joinsIt ? to.columns.get(tenants.column) : tenantOf(tenants, to)
}
