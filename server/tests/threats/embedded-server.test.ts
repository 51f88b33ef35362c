// The server on its embedded database, in a process of its own (docs/threats.md T24, T25, T35).
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { openPGlite } from '#server/platform/database/database.ts'
import { ensureMigratedDump } from '#server/platform/database/migrated-pglite.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'carefold-server-')), 'data')
let port: number
let server: ChildProcess
let log = ''

beforeAll(async () => {
  const dump = new Blob([new Uint8Array(readFileSync(await ensureMigratedDump()))])
  const { pglite, close } = await openPGlite({ folder: join(folder, 'db'), dump }, 'owner')
  await pglite.exec(`
    create function public.spin() returns int language plpgsql as 'begin loop end loop; end';
    grant execute on function public.spin() to anon;`)
  await close()
  // as an earlier version made them
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'db/PG_VERSION'), 0o644)
  await start()
}, 120_000)
afterAll(() => {
  server.kill('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
/** Writes a row that is unique by its address. */
const leave = (email: string) =>
  ask('/rest/v1/leads', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })

async function start(): Promise<void> {
  port = await freePort()
  log = ''
  server = spawn(process.execPath, [new URL('./embedded-server.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      DATA_DIR: folder,
      DEMO: 'off',
      PORT: String(port),
    },
  })
  await new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => {
      log += text
      if (log.includes('listening')) resolve()
    }
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', read)
    server.once('exit', () => reject(new Error(log)))
  })
}

/** Sends a request exactly as given. @returns the status line of the answer */
async function askRaw(lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1').write(`${lines.join('\r\n')}\r\n\r\n`)
  const [first] = await once(socket, 'data')
  socket.destroy()
  return String(first).split('\r\n')[0] ?? ''
}

it('every file of the data folder is readable by its owner only, also those of an earlier version', () => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(paths.length).toBeGreaterThan(900)
  expect(['.', ...paths].filter((path) => lstatSync(join(folder, path)).mode & 0o077)).toEqual([])
})

describe('a request needs exactly one Host header', () => {
  it.each([
    [['Host: carefold.localhost', 'Host: carefold.localhost'], '400'],
    [['Host: carefold.localhost', 'host: evil.example'], '400'],
    [['Host: evil.example', 'Host: carefold.localhost'], '400'],
    [['Host: carefold.localhost, evil.example'], '400'],
    [[], '400'],
    [['Host: evil.example'], '404'],
    [['Host: carefold.localhost'], '200'],
  ])('%j is answered %s', async (hosts, status) => {
    const answer = await askRaw(['GET /auth/v1/health HTTP/1.1', ...hosts])
    expect(answer).toContain(` ${status} `)
  })
})

describe('a statement that never ends', () => {
  it('is ended; the server answers meanwhile, the database afterwards, and nothing acknowledged is lost', async () => {
    expect((await leave('before@example.test')).status).toBe(201)
    const spinning = ask('/rest/v1/rpc/spin')
    expect((await ask('/health')).status).toBe(200)
    const answer = await spinning
    expect([answer.status, (await answer.json()).code]).toEqual([500, '57014'])
    expect((await ask('/rest/v1/clinics?select=id')).status).toBe(200)
    expect((await leave('before@example.test')).status).toBe(409)
    expect(log).toContain('database.engine_ended')
  }, 120_000)

  it('loses nothing acknowledged when the server is killed in it', async () => {
    expect((await leave('killed@example.test')).status).toBe(201)
    const spinning = ask('/rest/v1/rpc/spin').catch(() => undefined)
    await ask('/health')
    server.kill('SIGKILL')
    await once(server, 'exit')
    await spinning
    await start()
    expect((await leave('killed@example.test')).status).toBe(409)
  }, 120_000)

  it('does not hold up SIGTERM', async () => {
    const spinning = ask('/rest/v1/rpc/spin').catch(() => undefined)
    await ask('/health')
    const exited = once(server, 'exit')
    const since = performance.now()
    server.kill('SIGTERM')
    const [code] = await exited
    // 1: the database did not open again within ten seconds
    expect([0, 1]).toContain(code)
    expect(performance.now() - since).toBeLessThan(12_000)
    await spinning
  }, 30_000)
})
