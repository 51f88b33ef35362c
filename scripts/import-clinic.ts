import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { oneLine } from '#domain/values/line-text.ts'
import { loadSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { documentSignatures } from '#server/auth/tokens/document-signatures.ts'
import { openStore } from '#server/clinic/files.ts'
import {
  askForChoices,
  type ClaimChoices,
  choicesOf,
  claimsOf,
} from '#server/features/clinic-export/archive-claims.ts'
import { importClinic } from '#server/features/clinic-export/import-clinic.ts'
import { type ClinicArchive, readArchive } from '#server/features/clinic-export/read-archive.ts'
import { databaseFolder } from '#server/platform/backup/manifest.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type DataDirectoryLock, lockDataDirectory } from '#server/platform/data-directory/lock.ts'
import { openPGlite, openPostgres } from '#server/platform/database/database.ts'
import { createLogger } from '#server/platform/log.ts'

// `npm run import-clinic -- ARCHIVE.zip`: imports a clinic's archive from Settings, Your data: all of it or nothing,
// verified by its checksums. With Postgres DATABASE_OWNER_URL must be a superuser's; the embedded database must not be in
// use.
// For an archive that this installation has not signed, the operator decides tier, rate, trail and address: in the terminal,
// or by `--accept tier,rate` and `--use-default trail,address` (docs/decisions/0150).

const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const since = performance.now()
let lock: DataDirectoryLock | null = null
try {
  if (!config.databaseUrl) lock = lockDataDirectory(config.dataDir)
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: { accept: { type: 'string' }, 'use-default': { type: 'string' } },
  })
  const [path] = positionals
  if (!path) throw new Error('name the archive: npm run import-clinic -- ARCHIVE.zip')
  const given = choicesOf(flags)
  const archive = readArchive(readFileSync(resolve(path)), documentSignatures(loadSigningKeys(config)))
  const choices = { ...given, ...(await decided(archive, given)) }
  const store = openStore(config)
  const database = config.databaseOwnerUrl
    ? openPostgres(config.databaseOwnerUrl, { log: createLogger('warn'), max: 1, as: 'owner' })
    : await openPGlite({ folder: join(config.dataDir, databaseFolder) }, 'owner')
  try {
    const done = await database.kysely
      .transaction()
      .execute((tx) => importClinic(tx, archive, { store, now: new Date(), choices }))
    process.stdout.write(
      `${done.subdomain} is imported: ${done.rows} rows, ${done.files} files, ${done.newPeople} new accounts, in ${((performance.now() - since) / 1000).toFixed(1)} s\n`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  // an error may quote the archive, which is untrusted text
  const lines = (error as Error).message.split('\n').map(oneLine)
  process.stderr.write(`Not imported: ${lines.join('\n')}\n`)
  process.exitCode = 1
} finally {
  lock?.release()
}

/** The operator's answers to open questions; none without a terminal, so that the import refuses. */
async function decided(archive: ClinicArchive, given: ClaimChoices): Promise<ClaimChoices> {
  if (archive.isSignedHere || !process.stdin.isTTY || !process.stdout.isTTY) return {}
  const open = claimsOf(archive).filter(({ name }) => given[name] === undefined)
  if (open.length === 0) return {}
  process.stdout.write(
    'This installation has not signed the archive: anyone may have written it. Decide each:\n\n',
  )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await askForChoices(open, (question) => terminal.question(question))
  } finally {
    terminal.close()
  }
}
