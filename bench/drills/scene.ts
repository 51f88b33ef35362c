import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'
import { migratedDatabase } from '../auth/database.ts'
import { insertPeople } from '../auth/people.ts'
import { type ServerProcess, startServerProcess } from '../machine/server-process.ts'
import { type BenchClinic, loadStatements } from '../rows/clinics.ts'
import { serverSettings, staffKeys } from '../rows/world.ts'
import { type DrillPostgres, query, startDrillPostgres } from './postgres.ts'

/** A Postgres with some clinics, and servers on it in separate processes. */
export interface Scene {
  isEmbedded: boolean
  postgres: DrillPostgres
  url: string
  isFull: boolean
  /**
   * Starts a server, which stops with the scene. @param settings in addition to a web server's; `CLOCK_OFFSET_MS`:
   * offset of its clock
   */
  start(settings?: Record<string, string>, script?: URL): Promise<ServerProcess>
  folder(): string
  /** A server's data folder: a new one each time, except on the embedded database. */
  dataFolder(): string
  /** Queries with access to all rows; on the embedded database only while no server runs. */
  query<Row = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]>
  /** Team members of every clinic. The port is in the issuer of their tokens. */
  teamAt(port: number): Promise<TeamKey[]>
  tidy(): Promise<void>
  stop(): Promise<void>
}

export interface TeamKey {
  clinic: BenchClinic
  token: string
}

/** Those whose clinic ids are valid UUIDs, which business actions require: most are 128 bits of a hash. */
export function actingTeam(team: TeamKey[]): TeamKey[] {
  return team.filter(({ clinic }) => z.uuid().safeParse(clinic.id).success)
}

const usualScript = new URL('../machine/carefold-server.ts', import.meta.url)
const shiftedScript = new URL('./shifted-server.ts', import.meta.url)
export const clinics = 50
/** People who sign in with `password` of bench/auth/people.ts. */
export const people = 200

/** By default as in the benchmarks. */
export async function openScene(
  isFull: boolean,
  settings?: Record<string, string>,
  count = clinics,
  patients?: number,
): Promise<Scene> {
  const postgres = await startDrillPostgres(settings)
  const url = await migratedDatabase(postgres.url, 'drill')
  const servers: ServerProcess[] = []
  const folders: string[] = []
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of loadStatements(count, { appointments: true, security: true }, patients))
    await client.query(statement)
  await client.end()
  await insertPeople(url, people)
  await settle(url)
  const tidy = async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()))
    for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
  }
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'carefold-drill-'))
    folders.push(made)
    return made
  }
  return {
    isEmbedded: false,
    postgres,
    url,
    isFull,
    query: (sql, params) => query(url, sql, params),
    teamAt: async (port) => staffKeys(count, { ...(await serverSettings(url)), PORT: String(port) }),
    tidy,
    folder,
    dataFolder: folder,
    async start(more = {}, script = more.CLOCK_OFFSET_MS ? shiftedScript : usualScript) {
      const server = await startServerProcess('carefold', script, {
        ...(await serverSettings(url)),
        TRUSTED_PROXY_HOPS: '1',
        LOG_LEVEL: 'silent',
        SHED_LOAD: 'on',
        ...more,
      })
      servers.push(server)
      return server
    },
    async stop() {
      await tidy()
      await postgres.stop()
    },
  }
}

/**
 * Flushes loaded data to the disk. Otherwise the kernel writes it half a minute later, and each commit waits up to a
 * second for its page.
 */
async function settle(url: string): Promise<void> {
  await query(url, 'checkpoint')
  execFileSync('sync')
}

/** @returns milliseconds. @throws Error after 90 seconds */
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
