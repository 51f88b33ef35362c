import { join, resolve } from 'node:path'
import { backUp } from '#server/platform/backup/back-up.ts'
import { backupName, deleteOldBackups, readCount } from '#server/platform/backup/delete-old-backups.ts'
import { backUpPostgres } from '#server/platform/backup/postgres-backup.ts'
import { readConfig } from '#server/platform/config/config.ts'

// `npm run backup [-- FOLDER]`: copies DATA_DIR (embedded database, keys, files) to a new folder, even while the server
// runs; with DATABASE_URL a dump of that Postgres by BACKUP_DATABASE_URL, and the files. Default: a folder named after the
// time, in BACKUP_DIR or ./backups, of which BACKUP_KEEP remain (docs/operating.md 5).

const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const since = performance.now()
try {
  const now = new Date()
  const parent = process.env.BACKUP_DIR ?? 'backups'
  const kept = readCount(process.env.BACKUP_KEEP)
  const given = process.argv[2]
  const to = resolve(given ?? join(parent, backupName(now)))
  const hasBucket = config.s3 !== null
  const manifest = config.databaseUrl
    ? await backUpPostgres(backupUrl(), config.dataDir, to, {
        now,
        hasBucket,
        binaries: process.env.POSTGRES_BINARIES ?? null,
      })
    : await backUp(config.dataDir, to, { now, hasBucket })
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${to}: ${rows} rows of ${Object.keys(manifest.rows).length} tables, ${Object.keys(manifest.files).length} files, in ${((performance.now() - since) / 1000).toFixed(1)} s. ${config.databaseUrl ? 'It does not hold ENCRYPTION_KEY, without which its secrets are lost.' : 'It holds the keys: guard it like DATA_DIR.'}\n`,
  )
  if (!given && kept !== null) {
    const removed = await deleteOldBackups(parent, kept)
    if (removed.length > 0)
      process.stdout.write(`Removed, being older than the newest ${kept}: ${removed.join(', ')}\n`)
  }
  if (hasBucket) process.stdout.write('Uploaded files are in the bucket, which needs a backup of its own.\n')
} catch (error) {
  process.stderr.write(`No backup was made: ${(error as Error).message}\n`)
  process.exit(1)
}

function backupUrl(): string {
  const url = process.env.BACKUP_DATABASE_URL
  if (!url)
    throw new Error('BACKUP_DATABASE_URL is missing: a role that reads every row (docs/operating.md 5)')
  return url
}
