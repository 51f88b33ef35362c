import type { PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { OwnerOnlyFiles } from './owner-only-files.ts'

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
  } satisfies PGliteOptions
}
