import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedServer, startEmbeddedPostgres } from '#scripts/embedded-postgres.ts'
import type { Drill } from '../drill.ts'
import { ownerOf } from '../owner-of.ts'
import type { Scene } from '../scene.ts'
import { seconds } from './process-faults.ts'

export const streamingReplica: Drill = {
  name: 'REPLICA',
  isShort: false,
  about: 'reads on a streaming replica',
  async run(scene) {
    const problems: string[] = []
    const standby = await startStandby(scene)
    try {
      const url = standby.server.url('drill')
      const server = await scene.start({ DATABASE_REPLICA_URL: url })
      await untilAnswers(url)
      const origin = `http://127.0.0.1:${server.port}`
      const page = async (cookie = '') => {
        const answer = await fetch(`${origin}/rest/v1/clinics?select=name&subdomain=eq.bench-1`, {
          headers: { ...(cookie && { Cookie: cookie }) },
        })
        const [clinic] = (await answer.json()) as { name?: string }[]
        return { status: answer.status, name: clinic?.name ?? '' }
      }
      const visits = async () => Number((await ask(url, countOfTransactions))[0]?.count)
      const before = await visits()
      for (let visit = 0; visit < 200; visit++) await page()
      // Postgres reports a connection's statistics up to ten seconds after it becomes idle.
      const counted = async () => (await visits()) - before
      let answered = 0
      for (let second = 0; second < 15 && answered < 150; second++) {
        await wait(1_000)
        answered = await counted()
      }
      if (answered < 150) problems.push(`the replica answered ${answered} of 200 reads`)

      // A writer gets a token for the browser, and with it reads from the database.
      const rename = (name: string) =>
        scene.query(`update public.clinics set name = $1 where subdomain = 'bench-1'`, [name])
      await ask(url, 'select pg_wal_replay_pause()')
      await rename('Renamed')
      const wrote = await fetch(`${origin}/rest/v1/leads`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: `replica-${crypto.randomUUID().slice(0, 8)}@drill.test` }),
      })
      const cookie = wrote.headers.get('set-cookie')?.split(';')[0] ?? ''
      if (!cookie) problems.push('a write says nothing to the browser')
      const own = await page(cookie)
      if (own.name !== 'Renamed') problems.push(`an own write was read back as ${own.name}`)
      // Other callers: at most a second old, after which the database answers.
      const since = performance.now()
      while ((await page()).name !== 'Renamed' && performance.now() - since < 10_000) await wait(20)
      const oldFor = performance.now() - since
      if (oldFor > 2_000) problems.push(`a replica that stands still was read for ${seconds(oldFor)}`)
      await ask(url, 'select pg_wal_replay_resume()')

      await standby.server.stop()
      const alone: number[] = []
      for (let visit = 0; visit < 50; visit++) alone.push((await page()).status)
      const failed = alone.filter((status) => status !== 200).length
      if (failed > 0) problems.push(`${failed} of 50 reads failed without the replica`)
      await server.stop()
      return {
        figures: `${answered} of 200 reads on the replica, an own write read back at once, others after ${seconds(oldFor)} while it stood still, ${alone.length} reads without it`,
        problems,
      }
    } finally {
      await standby.stop()
    }
  },
}

const countOfTransactions = `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`

async function startStandby(scene: Scene): Promise<{ server: EmbeddedServer; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'carefold-drill-'))
  const target = join(folder, 'data')
  const { folder: source } = scene.postgres
  const client = new pg.Client({ connectionString: scene.url })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  cpSync(source, target, {
    recursive: true,
    filter: (path) => !/(postmaster\.(pid|opts)|\/pg_wal\/.+)$/.test(path),
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  for (const file of readdirSync(join(source, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)))
    cpSync(join(source, 'pg_wal', file), join(target, 'pg_wal', file))
  await client.end()
  writeFileSync(join(target, 'standby.signal'), '')
  ownerOf(source, target)
  const server = await startEmbeddedPostgres(folder, {
    primary_conninfo: scene.url.replace(/\/[^/]*$/, '/postgres'),
    hot_standby: 'on',
    // As on the primary, or it does not start.
    max_connections: '100',
  })
  return {
    server,
    async stop() {
      await server.stop().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function untilAnswers(url: string): Promise<void> {
  const until = performance.now() + 30_000
  while (performance.now() < until) {
    const rows = await ask(url, 'select count(*) as count from public.clinics').catch(() => null)
    if (rows) return wait(1_500)
    await wait(100)
  }
  throw new Error('the replica does not answer')
}
