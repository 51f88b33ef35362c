import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#scripts/embedded-postgres.ts'
import { startServerProcess } from '../machine/server-process.ts'
import { serverSettings } from '../rows/world.ts'
import { addAuthenticators } from './authenticators.ts'
import { command, type Part, policiesOf, rowsOf, secrets } from './backup-checks.ts'
import type { Drill } from './drill.ts'
import { startMailStub } from './faults/mail-stub.ts'
import { seconds } from './faults/process-faults.ts'
import { violationsIn } from './invariants.ts'
import { ownerOf } from './owner-of.ts'
import { query } from './postgres.ts'
import { dumpAndRestore } from './postgres-dump.ts'
import { type Scene, untilReady } from './scene.ts'
import { startWriters } from './writers.ts'

export const backupAndRestore: Drill = {
  name: 'F14',
  isShort: false,
  about: 'backup while people write, and restore',
  async run(scene) {
    const embedded = await embeddedBackup(scene)
    const postgres = await baseBackup(scene)
    const dumped = await dumpAndRestore(scene)
    return {
      figures: `embedded: ${embedded.figures}; Postgres by copying its folder: ${postgres.figures}; by pg_dump: ${dumped.figures}`,
      problems: [...embedded.problems, ...postgres.problems, ...dumped.problems],
    }
  },
}

async function embeddedBackup(scene: Scene): Promise<Part> {
  const folder = scene.folder()
  const [dataDir, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const { DATABASE_URL: _, SIGNING_KEYS: __, ...settings } = await serverSettings('')
  const script = new URL('../machine/carefold-server.ts', import.meta.url)
  // With its own keys: they are part of the backup.
  const mails = await startMailStub()
  const env = {
    ...settings,
    ROLE: 'all',
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'silent',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  }
  const server = await startServerProcess('carefold', script, { ...env, DATA_DIR: dataDir })
  await untilReady(server.port)
  await addAuthenticators(server.port, mails, secrets)
  const writers = startWriters(() => server.port, 4)
  await wait(2_000)
  const before = writers.acknowledged()
  const since = performance.now()
  await command('scripts/backup.ts', [backup], { DATA_DIR: dataDir })
  const backedUp = performance.now()
  await writers.stop()
  await server.stop()
  const said = await command('scripts/restore.ts', [backup], { DATA_DIR: restored })
  const restoredAt = performance.now()
  const again = await startServerProcess('carefold', script, {
    ...env,
    DATA_DIR: restored,
    PORT: settings.PORT ?? '',
  })
  await untilReady(again.port)
  const problems: string[] = []
  if (!said.includes(` ${secrets} secrets decrypted`))
    problems.push(`not every secret was decrypted: ${said}`)
  // A restored user gets no second account by the same address.
  const person = before.find((email) => email.includes('-0-'))
  const signIn = await fetch(`http://127.0.0.1:${again.port}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: person, password: 'a long password of a drill' }),
  })
  const { error_code: code } = (await signIn.json()) as { error_code?: string }
  if (person && code !== 'email_not_confirmed')
    problems.push(`somebody who had signed up is answered ${signIn.status} ${code}`)
  await again.stop()
  await mails.close()
  return {
    figures: `backed up in ${seconds(backedUp - since)}, restored in ${seconds(restoredAt - backedUp)} (${said.trim().split(': ').at(-1)})`,
    problems,
  }
}

/** docs/operating.md 5. */
async function baseBackup(scene: Scene): Promise<Part> {
  const server = await scene.start()
  const writers = startWriters(() => server.port)
  await wait(1_000)
  const copy = mkdtempSync(join(tmpdir(), 'carefold-drill-'))
  const problems: string[] = []
  try {
    const since = performance.now()
    const client = new pg.Client({ connectionString: scene.url })
    await client.connect()
    await client.query(`select pg_backup_start('drill', true)`)
    const target = join(copy, 'data')
    cpSync(scene.postgres.folder, target, {
      recursive: true,
      filter: (path) => !/(postmaster\.(pid|opts)|\/pg_wal\/.+)$/.test(path),
    })
    const before = writers.acknowledged()
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
    const wal = join(scene.postgres.folder, 'pg_wal')
    for (const file of readdirSync(wal).filter((name) => /^[0-9A-F]{24}$/.test(name)))
      cpSync(join(wal, file), join(target, 'pg_wal', file))
    await client.end()
    const backedUp = performance.now()
    await writers.stop()
    ownerOf(scene.postgres.folder, target)
    const restored = await startEmbeddedPostgres(copy, {})
    const url = restored.url('drill')
    const there = await rowsOf(url, before)
    if (there < before.length)
      problems.push(`${before.length - there} of ${before.length} writes are not in the copy`)
    const [policies, copied] = await Promise.all([scene.url, url].map(policiesOf))
    if (policies !== copied) problems.push('the policies differ')
    problems.push(...(await violationsIn((sql) => query<{ count: number }>(url, sql))))
    const took = performance.now() - backedUp
    const [size] = await query<{ mib: number }>(
      url,
      'select (pg_database_size(current_database()) / 1048576)::int as mib',
    )
    await restored.stop()
    await server.stop()
    return {
      figures: `${size?.mib} MiB copied in ${seconds(backedUp - since)}, restored and checked in ${seconds(took)}, ${there} of ${before.length} writes before its end`,
      problems,
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
