import type { Table } from './tables.ts'

export type ColumnPair = [near: string, far: string]

interface Between {
  from: Table
  to: Table
}

export interface KeyRelationship extends Between {
  kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
  constraint: string
  columns: ColumnPair[]
}

export interface JunctionRelationship extends Between {
  kind: 'many-to-many'
  junction: Table
  /** `from`'s columns with the junction's, and `to`'s with the junction's. */
  near: { constraint: string; columns: ColumnPair[] }
  far: { constraint: string; columns: ColumnPair[] }
}

/** A function that returns the related rows of one row. */
export interface ComputedRelationship extends Between {
  kind: 'computed'
  function: { schema: string; name: string }
  single: boolean
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

/** Whether the embed is one object (or null) instead of a list. */
export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.single
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one'
}
