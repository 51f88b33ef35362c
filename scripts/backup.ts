import { join, resolve } from 'node:path'
import { backUp } from '#server/platform/backup/back-up.ts'
import { readConfig } from '#server/platform/config/config.ts'

// `npm run backup [-- FOLDER]`: copies DATA_DIR (embedded database, keys, files) to a new folder, while the server runs or
// not. Without FOLDER: a folder named after the time, in BACKUP_DIR or ./backups. On Postgres: docs/operating.md 5.

const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const since = performance.now()
try {
  if (config.databaseUrl)
    throw new Error('DATABASE_URL is set: back Postgres up with pg_dump (docs/operating.md 5)')
  const now = new Date()
  const parent = process.env.BACKUP_DIR ?? 'backups'
  const to = resolve(process.argv[2] ?? join(parent, now.toISOString().replaceAll(':', '-').slice(0, 19)))
  const manifest = await backUp(config.dataDir, to, { now, hasBucket: config.s3 !== null })
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${to}: ${rows} rows of ${Object.keys(manifest.rows).length} tables, ${Object.keys(manifest.files).length} files, in ${((performance.now() - since) / 1000).toFixed(1)} s. It holds the keys: guard it like DATA_DIR.\n`,
  )
  if (config.s3) process.stdout.write('Uploaded files are in the bucket, which needs a backup of its own.\n')
} catch (error) {
  process.stderr.write(`No backup was made: ${(error as Error).message}\n`)
  process.exit(1)
}
