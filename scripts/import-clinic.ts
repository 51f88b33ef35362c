import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { importClinic } from '#server/features/clinic-export/import-clinic.ts'
import { databaseFolder } from '#server/platform/backup/manifest.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { lockDataDirectory } from '#server/platform/data-directory/lock.ts'
import { openPGlite, openPostgres } from '#server/platform/database/database.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { s3Store } from '#server/platform/files/s3-store.ts'
import { createLogger } from '#server/platform/log.ts'

// `npm run import-clinic -- ARCHIVE.zip`: brings a clinic that was downloaded under Settings, Your data, into this
// installation: all of it or nothing, proved by its checksums. With Postgres DATABASE_OWNER_URL must be a superuser's; the
// embedded database must not be in use.

const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const [path] = process.argv.slice(2)
const since = performance.now()
const lock = config.databaseUrl ? null : lockDataDirectory(config.dataDir)
try {
  if (!path) throw new Error('name the archive: npm run import-clinic -- ARCHIVE.zip')
  const archive = readFileSync(resolve(path))
  const store = config.s3 ? s3Store(config.s3) : folderStore(join(config.dataDir, 'files'))
  const database = config.databaseOwnerUrl
    ? openPostgres(config.databaseOwnerUrl, { log: createLogger('warn'), max: 1, as: 'owner' })
    : await openPGlite({ folder: join(config.dataDir, databaseFolder) }, 'owner')
  try {
    const done = await database.kysely.transaction().execute((tx) => importClinic(tx, archive, store))
    process.stdout.write(
      `${done.subdomain} is imported: ${done.rows} rows, ${done.files} files, ${done.newPeople} new accounts, in ${((performance.now() - since) / 1000).toFixed(1)} s\n`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`Not imported: ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  lock?.release()
}
