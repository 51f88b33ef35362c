import { type PGliteOptions, types } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { OwnerOnlyFiles } from './owner-only-files.ts'

// Both drivers return the same values: 64-bit integers as numbers (money is far below 2^53), dates as text.
export const int8 = 20
export const date = 1082

export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer ${text} is too large for a number`)
  return value
}

/** Where a PGlite's data is: a folder, or a dump of another instance; neither: memory only. Both: the dump fills the folder. */
export interface PGliteSource {
  folder?: string
  dump?: Blob
}

/** How every PGlite is opened, in this thread or in another. */
export function pgliteOptions({ folder, dump }: PGliteSource) {
  return {
    ...(folder ? { fs: new OwnerOnlyFiles(folder) } : {}),
    ...(dump ? { loadDataDir: dump } : {}),
    // what migrations may use; Postgres 15+ ships the same
    extensions: { btree_gin, btree_gist, citext, pg_trgm, pgcrypto },
    parsers: { [int8]: parseInt8, [date]: (text: string) => text },
    serializers: { [types.JSONB]: asJson, [types.JSON]: asJson },
  } satisfies PGliteOptions
}

// like node-postgres: text is taken as JSON, anything else is serialized
function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
