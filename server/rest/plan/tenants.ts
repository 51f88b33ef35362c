import type { Relationship } from '../schema/relationships.ts'
import type { Column, Table } from '../schema/tables.ts'

/**
 * Statements compare this column with the caller's tenant as a value, beside the policies that require it, so that a database
 * distributed by the column queries one node (docs/scaling.md 5). A table without the column has no tenant.
 */
export interface Tenants {
  column: string
  /**
   * Tables whose policies also show rows of other tenants, with the name of a list that the database fills in: those tenants
   * and the caller's. Compared with the caller's alone where joined with a row that is, and in writes.
   */
  lists: Readonly<Record<string, string>>
}

/** A condition on the tenant of a table's rows. */
export interface TenantCondition {
  column: Column
  /** Absent: the caller's tenant alone. */
  list?: string
}

/** The condition on every row of a table that a caller may read. */
export function tenantOf(tenants: Tenants | undefined, table: Table): TenantCondition | undefined {
  const column = tenants && table.columns.get(tenants.column)
  if (!column) return undefined
  const list = tenants.lists[table.name]
  return list === undefined ? { column } : { column, list }
}

/** The condition on the rows of an embed: a row that is joined by the column has its parent's tenant. */
export function embeddedTenant(
  tenants: Tenants | undefined,
  relationship: Relationship,
  parent: TenantCondition | undefined,
): TenantCondition | undefined {
  const { to } = relationship
  if (!tenants || relationship.kind === 'computed' || relationship.kind === 'many-to-many') {
    return tenantOf(tenants, to)
  }
  const joinsIt = relationship.columns.some(
    ([near, far]) => near === tenants.column && far === tenants.column,
  )
  const column = to.columns.get(tenants.column)
  return parent && !parent.list && joinsIt && column ? { column } : tenantOf(tenants, to)
}
