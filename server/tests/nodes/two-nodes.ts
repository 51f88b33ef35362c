import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { freePort } from '#scripts/free-port.ts'
import { hashPassword } from '#server/auth/hashing/hashing.ts'
import type { OwnedNode } from '#server/features/clinic-export/move-clinic.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { createLogger } from '#server/platform/log.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { type Asking, askingOf, password } from './asking.ts'

export interface TwoNodes extends Asking {
  first: TestDatabase
  second: TestDatabase
  server: RunningServer
  log: string[]
  /** Sends a form of the payment sandbox. @returns where it redirects to */
  submit(url: string, fields?: Record<string, string>): Promise<string>
  /** Moves the clock and runs everything that is due on both nodes. */
  pass(duration: string): Promise<void>
  /** Null: the first node. Lets connections fail until the returned function is called. */
  breakNode(name: 'app2' | null): () => void
  owned: OwnedNode[]
  close(): Promise<void>
}

/**
 * @param arrange before the server starts; all accounts get the password afterwards
 * @param isDown the second node does not answer at the start
 */
export async function openTwoNodes(
  arrange: (first: TestDatabase, second: TestDatabase) => Promise<void>,
  isDown = false,
): Promise<TwoNodes> {
  const [first, second] = [await openTestDatabase(), await openTestDatabase()]
  await arrange(first, second)
  const hash = await hashPassword(password)
  for (const node of [first, second]) await node.asOwner('update auth.users set password_hash = $1', [hash])
  const folder = mkdtempSync(join(tmpdir(), 'carefold-nodes-'))
  const config = readConfig({
    NODE_ENV: 'development',
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DEMO: 'off',
    DATABASE_URL: 'postgres://first.test/db',
    DATABASE_NODES: 'app2=postgres://second.test/db',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  })
  const broken = new Set<string | null>(isDown ? ['app2'] : [])
  for (const [name, { database }] of [
    [null, first],
    ['app2', second],
  ] as const) {
    const connect = database.pool.connect.bind(database.pool)
    database.pool.connect = ((...given: []) =>
      broken.has(name) ? Promise.reject(refusedConnection()) : connect(...given)) as typeof connect
  }
  const log: string[] = []
  const server = await startServer(config, {
    log: createLogger('warn', (line) => log.push(line)),
    limitCallers: false,
    shedLoad: false,
    web: async () => ({ page: async () => new Response('a page'), file: async () => null }),
    openDatabase: async ({ node }) => {
      if (broken.has(node)) throw refusedConnection()
      return (node === null ? first : second).database
    },
  })
  const asking = askingOf(server)
  const nodes: TwoNodes = {
    ...{ first, second, server, log },
    ...asking,
    async submit(url, fields = {}) {
      const page = await server.fetch(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))
      await page.text()
      return page.headers.get('location') ?? ''
    },
    async pass(duration) {
      const { status, body } = await asking.ask(null, '/dev/clock', { body: { advance: duration } })
      if (status !== 200 || (body.failed as unknown[]).length > 0) throw new Error(JSON.stringify(body))
    },
    breakNode(name) {
      broken.add(name)
      return () => broken.delete(name)
    },
    owned: [
      { name: null, store: folderStore(join(folder, 'files')), asOwner: ownerOf(first) },
      { name: 'app2', store: folderStore(join(folder, 'files/app2')), asOwner: ownerOf(second) },
    ],
    async close() {
      await server.stop()
      await first.close()
      await second.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return nodes
}

const refusedConnection = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function ownerOf({ database }: TestDatabase): OwnedNode['asOwner'] {
  const owner = sql.raw(database.engine === 'pglite' ? 'postgres' : 'default')
  return (work) =>
    database.kysely.transaction().execute(async (tx) => {
      await sql`set local session authorization ${owner}`.execute(tx)
      return work(tx)
    })
}
