import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { FilesOnDisk } from './files-on-disk.ts'

/** Neither: memory only. Both: the dump fills the folder. */
export interface PGliteSource {
  folder?: string
  dump?: Blob
}

/** The engine touches all of its buffers at start, 128 MB by default; the system's cache has the files too. */
const fewBuffers = ['-c', 'shared_buffers=32MB']

/**
 * PGlite starts Postgres with -F, which disables fsync. This is the only method that Emscripten passes on to the file
 * system.
 */
export const writingThrough = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
]

export function pgliteOptions({ folder, dump }: PGliteSource) {
  return {
    ...(folder ? { fs: new FilesOnDisk(folder) } : {}),
    startParams: [...(folder ? writingThrough : PGlite.defaultStartParams), ...fewBuffers],
    ...(dump ? { loadDataDir: dump } : {}),
    // what migrations may use; Postgres 15+ ships the same
    extensions: { btree_gin, btree_gist, citext, pg_trgm, pgcrypto },
  } satisfies PGliteOptions
}
