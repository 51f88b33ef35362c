import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#server/rest/tests/library.ts'

const secret = 'a secret of more than thirty-two characters'
const server = process.env.TEST_DATABASE_URL

describe.skipIf(!server)('the stand-alone server', () => {
  const name = `library_served_${crypto.randomUUID().replaceAll('-', '')}`
  let running: ChildProcess
  let base = ''

  beforeAll(async () => {
    await onServer(server ?? '', `create database ${name}`)
    const url = Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href
    await onServer(url, roles)
    await onServer(
      url,
      await readFile(new URL('../../server/rest/tests/fixture.sql', import.meta.url), 'utf8'),
    )
    await onServer(
      url,
      `alter role current_user in database ${name} set pgrst.db_aggregates_enabled to 'true'`,
    )
    running = spawn(
      process.execPath,
      [
        new URL('./serve.ts', import.meta.url).pathname,
        '--schemas',
        'library,archive',
        '--anon-key',
        'key',
        '--port',
        '0',
        '--jwt-secret',
        secret,
      ],
      { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = await once(running.stdout ?? running, 'data')
    base = /http:\S+/.exec(String(line))?.[0] ?? ''
  })
  afterAll(async () => {
    running.kill('SIGTERM')
    await once(running, 'exit')
    await onServer(server ?? '', `drop database ${name} with (force)`)
  })

  const ask = async (path: string, token?: string) => {
    const response = await fetch(
      base + path,
      token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
    )
    return { status: response.status, body: await response.json() }
  }

  test('serves any schema of any database', async () => {
    expect(await ask('/books?select=title,authors(name)&id=eq.1', 'key')).toEqual({
      status: 200,
      body: [{ title: 'The Long Night', authors: { name: 'Ada Winter' } }],
    })
  })

  test('reads role and claims from the token', async () => {
    const token = await new SignJWT({ role: 'member', sub: 'ben' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret))
    expect(await ask('/diaries?select=entry', token)).toEqual({ status: 200, body: [{ entry: 'his' }] })
    expect(await ask('/diaries?select=entry')).toMatchObject({ status: 401, body: { code: '42501' } })
  })

  test('applies the settings of the database’s login role', async () => {
    expect(await ask('/books?select=id.count()')).toEqual({ status: 200, body: [{ count: 5 }] })
  })

  test('turns on only what a flag or setting names', async () => {
    const response = await fetch(`${base}/books`, { headers: { Accept: 'application/vnd.pgrst.plan+json' } })
    expect(response.status).toBe(406)
  })

  test('refuses a token it cannot verify', async () => {
    expect(await ask('/books', 'a.b.c')).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  })
})

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
