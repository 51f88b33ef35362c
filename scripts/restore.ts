import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { tryRestored } from '#server/auth/keys/try-restored.ts'
import type { BackupManifest } from '#server/platform/backup/manifest.ts'
import { dumpName, makeCheckDatabase, restorePostgres } from '#server/platform/backup/postgres-backup.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { readConfig } from '#server/platform/config/config.ts'

// `npm run restore -- BACKUP`: fills an empty DATA_DIR from a backup, and verifies checksums, rows, encrypted secrets and
// invariants. With DATABASE_URL it also fills the empty database of DATABASE_OWNER_URL, a superuser's. With --check it
// restores to a temporary folder, and to a database made on the server of RESTORE_CHECK_URL, and removes both; BACKUP may
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
  const backup = flags.check ? newest(resolve(given)) : resolve(given)
  const to = temporary ?? config.dataDir
  const { manifest, secrets } = config.databaseUrl ? await toPostgres(backup, to) : await toFolder(backup, to)
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

async function toFolder(backup: string, to: string): Promise<Restored> {
  const manifest = await restore(backup, to)
  return { manifest, secrets: await tryRestored({ ...config, dataDir: to }) }
}

async function toPostgres(backup: string, to: string): Promise<Restored> {
  const binaries = process.env.POSTGRES_BINARIES ?? null
  const checkUrl = process.env.RESTORE_CHECK_URL
  if (flags.check && !checkUrl)
    throw new Error('RESTORE_CHECK_URL is missing: a superuser of a server to try on (docs/operating.md 5)')
  const made = flags.check && checkUrl ? await makeCheckDatabase(checkUrl, backup) : null
  const url = made?.url ?? config.databaseOwnerUrl ?? ''
  try {
    const manifest = await restorePostgres(backup, url, to, { binaries })
    return { manifest, secrets: await tryRestored({ ...config, dataDir: to }, url) }
  } finally {
    await made?.remove()
  }
}

interface Restored {
  manifest: BackupManifest
  secrets: number
}

/** The folder itself if it is a backup, else its newest: their names begin with the time. */
function newest(folder: string): string {
  const names = readdirSync(folder)
  if (['manifest.json', 'db', dumpName].some((name) => names.includes(name))) return folder
  const last = names.sort().at(-1)
  if (!last) throw new Error(`${folder} holds no backup`)
  return join(folder, last)
}
