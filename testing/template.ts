import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrations } from '#server/platform/migrations.ts'

// named after the migrations, so that a changed one makes a new template and an unchanged one is reused
const fingerprint = createHash('sha256')
  .update(
    readMigrations()
      .map((migration) => migration.checksum)
      .join(),
  )
  .digest('hex')
  .slice(0, 16)

/** Where the migrated PGlite is kept as a dump between test runs. */
export const templateDump = join(tmpdir(), `carefold-template-${fingerprint}.tar`)

/** The migrated database on a real Postgres that each test file's database is copied from. */
export const templateName = `carefold_template_${fingerprint}`
