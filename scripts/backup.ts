import { join, resolve } from 'node:path'
import { backUp } from '#server/platform/backup/back-up.ts'
import { backupName, keepNewest, readCount } from '#server/platform/backup/keep-newest.ts'
import { readConfig } from '#server/platform/config/config.ts'

// `npm run backup [-- FOLDER]`: copies DATA_DIR (embedded database, keys, files) to a new folder, while the server runs or
// not. Without FOLDER: a folder named after the time, in BACKUP_DIR or ./backups, of which BACKUP_KEEP are kept. On Postgres:
// docs/operating.md 5.

const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const since = performance.now()
try {
  if (config.databaseUrl)
    throw new Error('DATABASE_URL is set: back Postgres up with pg_dump (docs/operating.md 5)')
  const now = new Date()
  const parent = process.env.BACKUP_DIR ?? 'backups'
  const kept = readCount(process.env.BACKUP_KEEP)
  const given = process.argv[2]
  const to = resolve(given ?? join(parent, backupName(now)))
  const manifest = await backUp(config.dataDir, to, { now, hasBucket: config.s3 !== null })
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${to}: ${rows} rows of ${Object.keys(manifest.rows).length} tables, ${Object.keys(manifest.files).length} files, in ${((performance.now() - since) / 1000).toFixed(1)} s. It holds the keys: guard it like DATA_DIR.\n`,
  )
  if (!given && kept !== null) {
    const removed = await keepNewest(parent, kept)
    if (removed.length > 0)
      process.stdout.write(`Removed, being older than the newest ${kept}: ${removed.join(', ')}\n`)
  }
  if (config.s3) process.stdout.write('Uploaded files are in the bucket, which needs a backup of its own.\n')
} catch (error) {
  process.stderr.write(`No backup was made: ${(error as Error).message}\n`)
  process.exit(1)
}
