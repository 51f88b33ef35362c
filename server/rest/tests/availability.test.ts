import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleCaller } from '#conformance/rest/role-database.ts'
import type { RestDatabase } from '../database.ts'
import { createRestApi } from '../rest-api.ts'
import { ann, onEveryEngine } from './cases.ts'
import { type OpenLibrary, openLibrary, serveLibrary } from './library.ts'

let library: OpenLibrary
beforeAll(async () => {
  library = await openLibrary('pglite')
})
afterAll(() => library.close())

const failure = (code: string, message = 'x') => Object.assign(new Error(message), { code })

async function ask(database: Partial<RestDatabase<RoleCaller>>) {
  const missing = async () => {
    throw new Error('not part of this test')
  }
  const api = createRestApi({
    database: { run: missing, catalog: missing, ...database },
    schemas: ['library'],
  })
  const response = await api.fetch(new Request('http://library.test/rest/v1/books'), ann)
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ...((await response.json()) as { code: string }),
  }
}

test('answers 503 while the schema cannot be read', async () => {
  const answer = await ask({ catalog: async () => Promise.reject(failure('ECONNREFUSED')) })
  expect(answer).toMatchObject({ status: 503, code: 'PGRST002', retryAfter: '1' })
})

test('reads the schema again at the next request', async () => {
  let isDown = true
  const flaky: RestDatabase<RoleCaller> = {
    ...library.database,
    catalog: (sql, params) =>
      isDown ? Promise.reject(failure('ECONNREFUSED')) : library.database.catalog(sql, params),
  }
  const served = serveLibrary({ ...library, database: flaky })
  expect((await served.fetch('/books')).status).toBe(503)
  isDown = false
  expect((await served.fetch('/books')).status).toBe(200)
})

test.each([
  ['refuses connections', failure('ECONNREFUSED'), 503, 'PGRST000', '1'],
  ['is not found', failure('ENOTFOUND'), 503, 'PGRST000', '1'],
  ['breaks a connection', failure('ECONNRESET'), 503, 'PGRST001', '1'],
  ['ends a connection', new Error('Connection terminated unexpectedly'), 503, 'PGRST001', '1'],
  ['has no connection left', new Error('timeout exceeded when trying to connect'), 504, 'PGRST003', null],
  ['is stopped', Object.assign(failure('57P01'), { severity: 'FATAL' }), 503, '57P01', '1'],
])('answers when the database %s', async (_what, error, status, code, retryAfter) => {
  const answer = await ask({ ...library.database, run: async () => Promise.reject(error) })
  expect(answer).toMatchObject({ status, code, retryAfter })
})

test('rethrows a defect, for the server to log and answer', async () => {
  const defect = new TypeError('a bug')
  await expect(ask({ ...library.database, run: async () => Promise.reject(defect) })).rejects.toBe(defect)
})

onEveryEngine(
  'availability: statements that run too long',
  { timeoutMs: { anonymous: 50, authenticated: 50 } },
  (served, engine) => {
    // PGlite runs in this thread, so its statements cannot be interrupted
    test.skipIf(engine === 'pglite')('are ended', async () => {
      await served().execute(
        'create function library.sleepy() returns text language sql as $$ select pg_sleep(5)::text $$',
      )
      await served().api.reloadSchema()
      const { status, error } = await served().client().rpc('sleepy')
      expect([status, error?.code]).toEqual([500, '57014'])
    })
  },
)
