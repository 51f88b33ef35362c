import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { migratedDatabase } from '../auth/database.ts'
import { insertPeople } from '../auth/people.ts'
import { type ServerProcess, startServerProcess } from '../machine/server-process.ts'
import { loadStatements } from '../rows/clinics.ts'
import { serverSettings } from '../rows/world.ts'
import { type DrillPostgres, startDrillPostgres } from './postgres.ts'

/** What drills share: a Postgres with some clinics, and servers on it in processes of their own. */
export interface Scene {
  postgres: DrillPostgres
  /** The superuser's connection string. */
  url: string
  /** Whether the whole drill is wanted, not the short form. */
  isFull: boolean
  /** Starts a server; it is stopped with the scene. @param settings in addition to a web server's on this database */
  start(settings?: Record<string, string>): Promise<ServerProcess>
  /** A folder that is removed with the scene. */
  folder(): string
  query<Row = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]>
  stop(): Promise<void>
}

const script = new URL('../machine/carefold-server.ts', import.meta.url)
const clinics = 20

export async function openScene(isFull: boolean, settings?: Record<string, string>): Promise<Scene> {
  const postgres = await startDrillPostgres(settings)
  const url = await migratedDatabase(postgres.url, 'drill')
  const servers: ServerProcess[] = []
  const folders: string[] = []
  const query = async <Row>(sql: string, params: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql, params)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of loadStatements(clinics, { appointments: true, security: true }))
    await client.query(statement)
  await client.end()
  await insertPeople(url, 50)
  return {
    postgres,
    url,
    isFull,
    query,
    folder() {
      const made = mkdtempSync(join(tmpdir(), 'carefold-drill-'))
      folders.push(made)
      return made
    },
    async start(more = {}) {
      const server = await startServerProcess('carefold', script, {
        ...(await serverSettings(url)),
        TRUSTED_PROXY_HOPS: '1',
        LOG_LEVEL: 'silent',
        ...more,
      })
      servers.push(server)
      return server
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
      await postgres.stop()
      for (const made of folders) rmSync(made, { recursive: true, force: true })
    },
  }
}

/** Waits until a server is able; @returns milliseconds. @throws Error after 90 seconds */
export async function untilReady(port: number): Promise<number> {
  const since = performance.now()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`, {
      signal: AbortSignal.timeout(3_000),
    }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return performance.now() - since
    if (performance.now() - since > 90_000) throw new Error('not ready after 90 seconds')
    await wait(20)
  }
}
