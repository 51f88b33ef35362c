import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedServer, startEmbeddedPostgres } from '#scripts/embedded-postgres.ts'

export interface DrillPostgres {
  folder: string
  url(database: string): string
  /** `immediate`: like a crash; `fast`: with closed connections and flushed data. */
  end(mode: 'immediate' | 'fast'): Promise<void>
  start(): Promise<void>
  /** Connections stay open without answers. */
  freeze(): Promise<void>
  thaw(): void
  stop(): Promise<void>
}

/** @param settings in addition to those of a durable server */
export async function startDrillPostgres(settings: Record<string, string> = {}): Promise<DrillPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'carefold-drill-'))
  const all = { shared_buffers: '128MB', max_connections: '100', ...settings }
  let server: EmbeddedServer = await startEmbeddedPostgres(folder, all)
  const { port } = server
  let frozen: number[] = []
  const postmaster = () => Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  return {
    folder: join(folder, 'data'),
    url: (database) => server.url(database),
    async end(mode) {
      const pid = postmaster()
      process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      while (isAlive(pid)) await wait(20)
    },
    async start() {
      server = await startEmbeddedPostgres(folder, all, () => {}, port)
    },
    async freeze() {
      frozen = [postmaster(), ...(await backends(server.url('postgres')))]
      for (const pid of frozen) signal(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of frozen.splice(0).reverse()) signal(pid, 'SIGCONT')
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Processes of its connections; only its own children. */
async function backends(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function query<Row>(url: string, sql: string, params: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, params)).rows as Row[]
  } finally {
    await client.end()
  }
}
