import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { makeScratchFolder } from './checks/scratch-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

// `npm run test:postgres`: the suites whose result can depend on the engine (check/engine-suites.ts), on the Postgres server
// in TEST_DATABASE_URL, else npm's.

const url = process.env.TEST_DATABASE_URL
const code = url ? await runSuites(url) : await onOwnPostgres(runSuites)
// explicit, because embedded-postgres installs an exit handler that ends the process with 0
process.exit(code)

async function onOwnPostgres(work: (url: string) => Promise<number>): Promise<number> {
  const folder = makeScratchFolder('carefold-postgres-')
  try {
    const settings = { fsync: 'off', max_connections: '200', max_wal_size: '256MB' }
    const report = (message: string) => process.stderr.write(`postgres: ${message}\n`)
    const postgres = await startEmbeddedPostgres(folder, settings, report)
    try {
      return await work(postgres.url('postgres'))
    } finally {
      await postgres.stop()
    }
  } finally {
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
