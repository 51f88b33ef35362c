// A separate server process on the embedded database (docs/threats.md T24, T25, T35).
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
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'db/PG_VERSION'), 0o644)
  await start()
}, 120_000)
afterAll(() => {
  server.kill('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
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

it('the data API itself refuses an address of more than 16 KiB', async () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join()
  const taken = await ask(`/rest/v1/clinics?select=id&id=in.(${ids(400)})`)
  expect([taken.status, await taken.json()]).toEqual([200, []])
  const refused = await ask(`/rest/v1/clinics?select=id&id=in.(${ids(1_600)})`)
  expect([refused.status, await refused.json()]).toEqual([
    414,
    expect.objectContaining({ code: 'PGRST100', message: 'The request URL is too long' }),
  ])
})

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

/** @returns everything received until the server closed the connection */
async function askUntilClosed(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answered = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answered += text
  })
  socket.write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close')
  return answered
}

describe('a request that a proxy could read differently is refused whole, including the request hidden behind it', () => {
  const hidden = 'GET /auth/v1/health HTTP/1.1\r\nHost: carefold.localhost\r\n\r\n'
  const post = 'POST /auth/v1/token HTTP/1.1\r\nHost: carefold.localhost\r\n'

  it.each([
    ['Content-Length: 5\r\nContent-Length: 6'],
    ['Content-Length: 5\r\nContent-Length: 5'],
    ['Content-Length: 5, 6'],
    ['Content-Length: +5'],
    ['Content-Length: -1'],
    ['Content-Length: 0x10'],
    ['Content-Length: 5 5'],
    ['Content-Length: 99999999999999999999999'],
    ['Content-Length : 5'],
    ['Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked\r\nContent-Length: 5'],
    ['Transfer-Encoding: chunked, identity'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'],
    ['Transfer-Encoding : chunked'],
    ['Transfer-Encoding:\x0bchunked'],
    ['X: a\x00b'],
    ['X\x00: a'],
    ['X: a\rContent-Length: 5'],
    ['no colon'],
  ])('%j', async (headers) => {
    expect(await askUntilClosed(`${post}${headers}\r\n\r\n${hidden}`)).toMatch(
      /^HTTP\/1\.1 400 (?![\s\S]*HTTP\/1\.1)/,
    )
  })

  it.each([['zz\r\n'], ['-1\r\n'], ['5\nhello\n0\n\n'], ['0\r\nX: a\rb\r\n\r\n']])(
    'chunks that begin with %j',
    async (chunk) => {
      const request = `${post}Transfer-Encoding: chunked\r\n\r\n${chunk}${hidden}`
      expect(await askUntilClosed(request)).toMatch(/^HTTP\/1\.1 400 (?![\s\S]*HTTP\/1\.1)/)
    },
  )

  it.each([
    ['GET /auth/v1/health HTTP/1.1 HTTP/1.1'],
    ['GET /auth/v1/health HTTP/9.9'],
    ['GET /auth\x00/v1/health HTTP/1.1'],
    ['G\x01T /auth/v1/health HTTP/1.1'],
  ])('the request line %j', async (line) => {
    const request = `${line}\r\nHost: carefold.localhost\r\n\r\n${hidden}`
    expect(await askUntilClosed(request)).toMatch(/^HTTP\/1\.1 400 (?![\s\S]*HTTP\/1\.1)/)
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

  it('does not delay SIGTERM', async () => {
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
