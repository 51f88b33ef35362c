import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { type Database, openEmbedded, openPGlite } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { silentLogger } from '#server/platform/log.ts'
import { peopleStatements } from '../auth/people.ts'
import { type ServerProcess, startServerProcess } from '../machine/server-process.ts'
import { loadStatements } from '../rows/clinics.ts'
import { serverSettings, staffKeys } from '../rows/world.ts'
import { clinics, people, type Scene } from './scene.ts'

const script = new URL('../machine/carefold-server.ts', import.meta.url)

/** One server opens the data folder at a time; a query opens it between two servers, as its owner. */
export async function openEmbeddedScene(isFull: boolean): Promise<Scene> {
  const home = mkdtempSync(join(tmpdir(), 'carefold-drill-'))
  const dataDir = join(home, 'data')
  const folders: string[] = []
  let server: ServerProcess | undefined
  let opened: Database | undefined
  const open = async () => {
    opened ??= await openPGlite({ folder: join(dataDir, 'db') }, 'owner')
    return opened
  }
  const close = async () => {
    const { close } = opened ?? {}
    opened = undefined
    await close?.()
  }
  const query = async <Row>(sql: string, params: unknown[] = []) =>
    (await (await open()).kysely.executeQuery<Row>(CompiledQuery.raw(sql, params))).rows as Row[]
  const fresh = await openEmbedded({ folder: join(dataDir, 'db') }, { log: silentLogger })
  await migrate(fresh.owner)
  await fresh.close()
  for (const statement of [
    ...loadStatements(clinics, { appointments: true, security: true }),
    ...(await peopleStatements(people)),
  ])
    await query(statement)
  const tidy = async () => {
    await server?.stop()
    server = undefined
    for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
  }
  const settings = async (): Promise<Record<string, string>> => {
    const { DATABASE_URL: _, ...rest } = await serverSettings('')
    return { ...rest, ROLE: 'all', DATA_DIR: dataDir }
  }
  return {
    isEmbedded: true,
    isFull,
    query,
    get postgres(): never {
      throw new Error('the embedded database is no process')
    },
    get url(): never {
      throw new Error('the embedded database has no address')
    },
    tidy,
    teamAt: async (port) => staffKeys(clinics, { ...(await settings()), PORT: String(port) }),
    dataFolder: () => dataDir,
    folder() {
      const made = mkdtempSync(join(tmpdir(), 'carefold-drill-'))
      folders.push(made)
      return made
    },
    async start(more = {}) {
      await close()
      server = await startServerProcess('carefold', script, {
        ...(await settings()),
        TRUSTED_PROXY_HOPS: '1',
        LOG_LEVEL: 'silent',
        SHED_LOAD: 'on',
        ...more,
        // One folder allows one process, which does everything.
        ROLE: 'all',
        DATA_DIR: dataDir,
      })
      return server
    },
    async stop() {
      await tidy()
      await close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
