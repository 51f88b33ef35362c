import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { buildReferenceIfStale } from '#scripts/api/build-reference.ts'
import { buildWebIfStale, strictWebFolder } from '#scripts/web/build-web.ts'
import { machineEnv } from '#testing/database/machine-env.ts'
import { metricsPort, serverAddress } from './product.ts'

export const operatorEmail = 'operator@carefold.test'

export interface Started {
  /**
   * Uses React's development version, whose StrictMode finds side effects that must not repeat (docs/decisions/0155).
   */
  isStrict: boolean
}

const seededData = 'test-results/data-seeded'

/** Seeds a data folder for the workers' servers, unless a running server is used. */
export async function seedServer(): Promise<void> {
  if (await usesRunningServer()) return
  rmSync(seededData, { recursive: true, force: true })
  // once for all workers; the demo needs no web app
  await Promise.all([buildBothWebApps(), buildReferenceIfStale(), seed()])
}

/** One after the other, because seeding takes the second core. */
async function buildBothWebApps(): Promise<void> {
  await buildWebIfStale()
  await buildWebIfStale(strictWebFolder)
}

async function seed(): Promise<void> {
  const stop = await start(seededData, '--no-pages')
  await stop()
}

/**
 * Starts the built app for this worker with its own data folder, because journeys move the clock. During development
 * (no CI, no `npm test`), a server that already runs there is used.
 *
 * @returns stops it
 */
export async function runServer({ isStrict }: Started): Promise<() => Promise<void>> {
  if (await usesRunningServer()) return async () => {}
  const data = `test-results/data-${new URL(serverAddress).port}`
  rmSync(data, { recursive: true, force: true })
  cpSync(seededData, data, { recursive: true })
  // uncompressed: on one machine, compressing takes longer than sending
  return start(data, isStrict ? '--strict' : '--uncompressed')
}

async function start(data: string, how: string): Promise<() => Promise<void>> {
  const { port } = new URL(serverAddress)
  const server = spawn(process.execPath, ['scripts/start.ts', how], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...machineEnv(),
      PORT: port,
      METRICS_PORT: String(metricsPort),
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'development',
      OPERATOR_EMAIL: operatorEmail,
      SSO_TEST_DOMAINS: 'on',
    },
  })
  const kill = () => void server.kill()
  // a worker that ends stops its server
  process.once('exit', kill)
  const exited = once(server, 'exit')
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`the server did not start (exit ${server.exitCode})`)
    await new Promise((done) => setTimeout(done, 100))
  }
  return async () => {
    process.off('exit', kill)
    kill()
    await exited
  }
}

async function usesRunningServer(): Promise<boolean> {
  if (!(await isReady())) return false
  if (!process.env.CI && !process.env.CHECK_REPORT) return true
  throw new Error(`another server runs at ${serverAddress}`)
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${serverAddress}/ready`)).ok
  } catch {
    return false
  }
}
