import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { makeEncryptionKey } from '#server/platform/secret-box.ts'
import { migratedDatabase } from '../auth/database.ts'
import { startPostgres } from '../machine/postgres-server.ts'
import { startServerProcess } from '../machine/server-process.ts'
import { loadStatements } from '../rows/clinics.ts'
import { serverSettings, staffKeys } from '../rows/world.ts'
import { addAuthenticators } from './authenticators.ts'
import { command, type Part, policiesOf, rowsOf, secrets } from './backup-checks.ts'
import { startMailStub } from './faults/mail-stub.ts'
import { seconds } from './faults/process-faults.ts'
import { checkFiles } from './faults/torn-files.ts'
import { violationsIn } from './invariants.ts'
import { query } from './postgres.ts'
import { type Scene, untilReady } from './scene.ts'
import { startUploaders } from './uploads.ts'
import { startWriters } from './writers.ts'

const script = new URL('../machine/carefold-server.ts', import.meta.url)
/** docs/reliability.md F14. */
const goal = { mib: 2_048, minutes: 15 }

/** The documented procedure, with a server on the result (docs/operating.md 5). */
export async function dumpAndRestore(scene: Scene): Promise<Part> {
  const binaries = findBinaries()
  if (!binaries) return { figures: 'not run: there is no pg_dump with a server of its version', problems: [] }
  const count = scene.isFull ? 20_000 : 100
  const postgres = await startPostgres({ binaries })
  const mails = await startMailStub()
  const folder = scene.folder()
  const [dataDir, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const problems: string[] = []
  try {
    const url = await filled(postgres.url, count)
    const env = {
      ...(await serverSettings(url)),
      ROLE: 'all',
      TRUSTED_PROXY_HOPS: '1',
      LOG_LEVEL: 'silent',
      ENCRYPTION_KEY: makeEncryptionKey(),
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    }
    const tools = { POSTGRES_BINARIES: binaries, ENCRYPTION_KEY: env.ENCRYPTION_KEY }
    const server = await startServerProcess('carefold', script, { ...env, DATA_DIR: dataDir })
    await untilReady(server.port)
    await addAuthenticators(server.port, mails, secrets)
    const team = (await staffKeys(count, env)).slice(0, 50)
    const uploaders = startUploaders(team, () => server.port)
    const writers = startWriters(() => server.port, 4)
    await wait(2_000)
    const files = await uploaders.stop()
    const before = writers.acknowledged()
    const since = performance.now()
    const backupUrl = url.replace('postgres:postgres@', 'carefold_backup:drill@')
    await command('scripts/backup.ts', [backup], {
      ...tools,
      DATABASE_URL: url,
      BACKUP_DATABASE_URL: backupUrl,
      DATA_DIR: dataDir,
    })
    const backedUpMs = performance.now() - since
    await writers.stop()
    await server.stop()
    // As the nightly timer does, with a temporary database.
    const night = await command('scripts/restore.ts', ['--check', backup], {
      ...tools,
      DATABASE_URL: url,
      RESTORE_CHECK_URL: postgres.url('postgres'),
    })
    if (!night.includes(` ${secrets} secrets decrypted`)) problems.push(`the nightly check: ${night}`)
    const left = await query(
      postgres.url('postgres'),
      `select from pg_database where datname ~ '^carefold_check'`,
    )
    if (left.length > 0) problems.push('the nightly check leaves its database')

    await query(postgres.url('postgres'), 'create database restored')
    const newUrl = postgres.url('restored')
    const restoring = performance.now()
    const said = await command('scripts/restore.ts', [backup], {
      ...tools,
      DATABASE_URL: newUrl,
      DATABASE_OWNER_URL: newUrl,
      DATA_DIR: restored,
    })
    const restoredMs = performance.now() - restoring
    if (!said.includes(` ${secrets} secrets decrypted`))
      problems.push(`not every secret was decrypted: ${said}`)
    const there = await rowsOf(newUrl, before)
    if (there < before.length)
      problems.push(`${before.length - there} of ${before.length} writes are not in the dump`)
    const [policies, copied] = await Promise.all([url, newUrl].map(policiesOf))
    if (policies !== copied) problems.push('the policies differ')
    const asked = <Row>(sql: string, params?: unknown[]) => query<Row>(newUrl, sql, params)
    problems.push(...(await violationsIn((sql) => asked<{ count: number }>(sql))))
    const { ready, problems: torn } = await checkFiles(asked, restored)
    problems.push(...torn)
    if (files.acknowledged.some((id) => !ready.includes(id))) problems.push('an uploaded file is missing')
    const again = await startServerProcess('carefold', script, {
      ...env,
      DATABASE_URL: newUrl,
      DATA_DIR: restored,
    })
    await untilReady(again.port)
    await again.stop()
    const [size] = await asked<{ mib: number }>(
      'select (pg_database_size(current_database()) / 1048576)::int as mib',
    )
    const mib = size?.mib ?? 0
    const minutesFor = (ms: number) => ((ms / 60_000) * (goal.mib / mib)).toFixed(1)
    return {
      figures:
        `Postgres ${postgres.version}, ${mib} MiB with ${ready.length} files dumped in ${seconds(backedUpMs)} beside writers, ` +
        `restored and checked in ${seconds(restoredMs)}, ${secrets} secrets decrypted, ${there} of ${before.length} writes before it` +
        (scene.isFull
          ? `; at that pace 2 GB take ${minutesFor(backedUpMs)} and ${minutesFor(restoredMs)} minutes (goal ${goal.minutes})`
          : ''),
      problems,
    }
  } finally {
    await mails.close()
    await postgres.stop()
  }
}

async function filled(urlOf: (database: string) => string, count: number): Promise<string> {
  const url = await migratedDatabase(urlOf, 'drill')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of loadStatements(count, { appointments: true, security: true }))
      await client.query(statement)
    await client.query(`create role carefold_backup login bypassrls password 'drill'`)
    await client.query('grant pg_read_all_data to carefold_backup')
  } finally {
    await client.end()
  }
  return url
}

/** pg_dump must not be older than the server. */
function findBinaries(): string | null {
  const said = (program: string, ...args: string[]) => {
    try {
      return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return null
    }
  }
  const folder = process.env.POSTGRES_BINARIES ?? said('pg_config', '--bindir')
  const isWhole =
    folder && ['postgres', 'initdb', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(folder, name)))
  return isWhole ? folder : null
}
