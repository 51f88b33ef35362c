import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { tryRestored } from '#server/auth/keys/try-restored.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { readConfig } from '#server/platform/config/config.ts'

// `npm run restore -- BACKUP`: fills an empty DATA_DIR from a backup of `npm run backup`, and proves it: checksums, rows,
// secrets decrypted, rules that must hold. With --check it restores to a temporary folder and removes it again; BACKUP may
// then be the folder of backups, whose newest is checked.

const { values: flags, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const since = performance.now()
const temporary = flags.check ? mkdtempSync(join(tmpdir(), 'carefold-restore-')) : null
try {
  const given = positionals[0] ?? (flags.check ? process.env.BACKUP_DIR : undefined)
  if (!given) throw new Error('name the backup: npm run restore -- FOLDER')
  if (config.databaseUrl && !flags.check)
    throw new Error('DATABASE_URL is set: restore Postgres with pg_restore (docs/operating.md 5)')
  const backup = flags.check ? newest(resolve(given)) : resolve(given)
  const to = temporary ?? config.dataDir
  const manifest = await restore(backup, to)
  const secrets = await tryRestored({ ...config, dataDir: to })
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${backup} of ${manifest.madeAt} ${flags.check ? 'can be restored' : `is restored to ${to}`}: ${rows} rows, ${Object.keys(manifest.files).length} files, ${secrets} secrets decrypted, in ${((performance.now() - since) / 1000).toFixed(1)} s\n`,
  )
} catch (error) {
  process.stderr.write(`Not restored: ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  if (temporary) rmSync(temporary, { recursive: true, force: true })
}

/** The folder itself if it is a backup, else its newest: their names begin with the time. */
function newest(folder: string): string {
  const names = readdirSync(folder)
  if (names.includes('manifest.json') || names.includes('db')) return folder
  const last = names.sort().at(-1)
  if (!last) throw new Error(`${folder} holds no backup`)
  return join(folder, last)
}
