import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { serverAddress } from './product.ts'

/**
 * Starts the built app for this worker, on a data folder of its own: the journeys of another worker move another clock.
 * While writing a journey (no CI, no `npm test`), a server that already runs at the address is used as it is.
 *
 * @returns stops it
 */
export async function runServer(): Promise<() => Promise<void>> {
  if (await isReady()) {
    if (!process.env.CI && !process.env.CHECK_REPORT) return async () => {}
    throw new Error(`another server runs at ${serverAddress}`)
  }
  const { port } = new URL(serverAddress)
  const data = `test-results/data-${port}`
  rmSync(data, { recursive: true, force: true })
  const server = spawn(process.execPath, ['scripts/start.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: port, DATA_DIR: data, LOG_LEVEL: 'warn', NODE_ENV: 'development' },
  })
  const kill = () => void server.kill()
  // a worker that is ended takes its server with it
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

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${serverAddress}/ready`)).ok
  } catch {
    return false
  }
}
