import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { RecordRows } from './record-tables.ts'

/** Names by id, and of the kinds of visits by key. */
export type RecordNames = Record<string, string>

/**
 * The names of everything that the rows of a record refer to by id: people, providers, rooms, plans, lessons and
 * programs of the clinic. Role `system`: the reader has read the ids, and sees only their names.
 */
export async function readRecordNames(tx: Tx, clinicId: string, tables: RecordRows): Promise<RecordNames> {
  const { rows } = await sql<{ key: string; name: string | null }>`
    select key, name from app.record_names(${clinicId}, ${idsIn(tables)}::uuid[])`.execute(tx)
  return Object.fromEntries(rows.flatMap(({ key, name }) => (name ? [[key, name]] : [])))
}

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function idsIn(tables: RecordRows): string[] {
  const values = Object.values(tables).flatMap((rows) => rows.flatMap((row) => Object.values(row)))
  return [
    ...new Set(values.filter((value): value is string => typeof value === 'string' && anId.test(value))),
  ]
}
