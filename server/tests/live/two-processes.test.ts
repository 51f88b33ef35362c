// Two server processes on one Postgres notify each other's open pages of writes (docs/decisions/0043).
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { hashPassword } from '#server/auth/hashing/hashing.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'

const url = process.env.TEST_DATABASE_URL
const password = 'a password of four words'
const folder = mkdtempSync(join(tmpdir(), 'carefold-two-'))

interface Server {
  port: number
  process: ChildProcess
}

let db: TestDatabase
let clinic: TestClinic
let ann: Member
let nora: Patient
let servers: [Server, Server]

describe.runIf(url)('a write at one server', () => {
  beforeAll(async () => {
    db = await openTestDatabase()
    clinic = await aClinic(db)
    ann = await aStaffMember(db, clinic)
    nora = await aPatient(db, clinic)
    await db.asOwner('update auth.users set password_hash = $1', [await hashPassword(password)])
    servers = [await start(), await start()]
  }, 120_000)
  afterAll(async () => {
    for (const { process: child } of servers ?? []) {
      child.kill()
      await new Promise((resolve) => child.once('exit', resolve))
    }
    await db?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 30_000)

  it('notifies the pages that are open at the other', async () => {
    const [here, there] = servers
    const [owner, giver] = [await signIn(here, ann), await signIn(there, clinic.admin)]
    const page = await follow(here, owner)
    expect(await page.next()).toBe('*')
    const task = { version: 0, title: 'Call back', patientId: '', assigneeId: ann.userId, dueOn: '' }
    await call(there, giver, 'save-task', task)
    expect([await page.next(), await page.next()].sort()).toEqual(['notices', 'tasks'])
    const unread = await ask(here, owner, '/rest/v1/user_notices?select=kind&read_at=is.null')
    expect(await unread.json()).toEqual([{ kind: 'task_assigned' }])
    await page.close()
  })

  it('delivers a message to the other server, and back', async () => {
    const [here, there] = servers
    const [reader, writer] = [await signIn(here, ann), await signIn(there, nora)]
    const [team, patient] = [await follow(here, reader), await follow(there, writer)]
    expect([await team.next(), await patient.next()]).toEqual(['*', '*'])
    const say = (body: string) => ({ patientId: nora.patientId, body, attempt: crypto.randomUUID() })
    await call(there, writer, 'send-message', say('May I come earlier?'))
    expect([await team.next(), await team.next()].sort()).toEqual(['messages', 'notices'])
    expect(await patient.next()).toBe('messages')
    await call(here, reader, 'send-message', say('Yes, at nine.'))
    expect(await patient.next()).toBe('messages')
    await team.close()
    await patient.close()
  })

  it('ends the stream there after a sign-out here: no other stream opens', async () => {
    const [here, there] = servers
    const token = await signIn(here, ann)
    expect((await ask(here, token, '/auth/v1/logout', { method: 'POST' })).status).toBe(204)
    expect((await ask(there, token, '/live/v1')).status).toBe(401)
  })
})

async function start(): Promise<Server> {
  const [row] = await db.asOwner<{ name: string }>('select current_database() as name')
  const own = new URL(url ?? '')
  own.pathname = `/${row?.name}`
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [new URL('../threats/embedded-server.ts', import.meta.url).pathname],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'development',
        DATABASE_URL: own.href,
        DATA_DIR: folder,
        DEMO: 'off',
        PORT: String(port),
      },
    },
  )
  let log = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        log += text
        if (log.includes('listening')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(log)))
  })
  return { port, process: child }
}

function ask(
  { port }: Server,
  token: string | null,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: {
      'Content-Type': 'application/json',
      'x-clinic': clinic.subdomain,
      ...(token && { Authorization: `Bearer ${token}` }),
    },
  })
}

async function signIn(server: Server, { email }: { email: string }): Promise<string> {
  const answer = await ask(server, null, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
  })
  const body = await answer.text()
  expect(answer.status, body).toBe(200)
  return JSON.parse(body).access_token
}

async function call(server: Server, token: string, action: string, input: object): Promise<void> {
  const answer = await ask(server, token, `/functions/v1/${action}`, {
    method: 'POST',
    body: JSON.stringify(input),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

async function follow(server: Server, token: string) {
  const given = new AbortController()
  const answer = await ask(server, token, '/live/v1', { signal: given.signal })
  expect(answer.status).toBe(200)
  const reader = answer.body
    ?.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  let text = ''
  return {
    async next(): Promise<string> {
      for (;;) {
        const found = /data: (\S+)\n\n/.exec(text)
        if (found?.[1]) {
          text = text.slice(found.index + found[0].length)
          return found[1]
        }
        const { done, value } = await reader.read()
        if (done) throw new Error('the stream has ended')
        text += value
      }
    },
    close: async () => given.abort(),
  }
}
