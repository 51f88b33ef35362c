// The server on its embedded database, in a process of its own (docs/threats.md T25, T35).
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
  const { close } = await openPGlite({ folder: join(folder, 'db'), dump }, 'owner')
  await close()
  // as an earlier version made them
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'db/PG_VERSION'), 0o644)
  port = await freePort()
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
}, 120_000)
afterAll(() => {
  server.kill('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

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
