import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#scripts/embedded-postgres.ts'
import { freePort } from '#scripts/free-port.ts'

export interface PostgresServer {
  /** Id of the postmaster; every connection is a child of it. */
  pid: number
  version: string
  url(database: string): string
  stop(): Promise<void>
}

export interface PostgresOptions {
  folder?: string | undefined
  binaries?: string | undefined
}

// Durable as in production (commits reach the disk), with memory for the largest size.
const settings = {
  shared_buffers: '1GB',
  synchronous_commit: 'on',
  max_connections: '200',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '256MB',
}

/**
 * On a free loopback port.
 *
 * @param options.folder stores the data for the next run; default: a temporary folder that `stop` removes
 * @param options.binaries the folder of another version's `initdb` and `postgres`; default: the one from npm
 */
export async function startPostgres({ folder, binaries }: PostgresOptions = {}): Promise<PostgresServer> {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'carefold-bench-'))
  mkdirSync(home, { recursive: true })
  const server = binaries
    ? await startFromBinaries(binaries, home)
    : await startEmbeddedPostgres(home, settings)
  const { version, pid } = await identify(server.url('postgres'), home)
  return {
    pid,
    version,
    url: server.url,
    async stop() {
      await server.stop()
      if (folder === undefined) rmSync(home, { recursive: true, force: true })
    },
  }
}

async function startFromBinaries(
  binaries: string,
  home: string,
): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const port = await freePort()
  const data = join(home, 'data')
  // Postgres refuses to run as root; its account must be able to access the folder.
  chmodSync(home, 0o755)
  const user = process.getuid?.() === 0 ? serverUser() : undefined
  if (user) chownSync(home, user.uid, user.gid)
  const as = { ...(user ?? {}), cwd: home, stdio: 'ignore' as const }
  if (!existsSync(data)) {
    const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
    execFileSync(join(binaries, 'initdb'), options, as)
  }
  const flags = Object.entries({ listen_addresses: '127.0.0.1', ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(binaries, 'postgres'), ['-D', data, '-k', '', '-p', String(port), ...flags], as)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

function serverUser(): { uid: number; gid: number } {
  const id = (kind: string) =>
    Number(execFileSync('id', [kind, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  return { uid: id('-u'), gid: id('-g') }
}

async function identify(url: string, home: string): Promise<{ version: string; pid: number }> {
  const client = await connectWhenReady(url)
  const { rows } = await client.query<{ version: string; pid: string }>(
    `select current_setting('server_version') as version,
            split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  await client.end()
  const [row] = rows
  if (!row) throw new Error(`the Postgres in ${home} does not answer`)
  return { version: row.version, pid: Number(row.pid) }
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
