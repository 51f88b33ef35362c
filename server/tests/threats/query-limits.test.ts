// Requests that would cost the database too much (docs/threats.md T24), on Carefold's own tables.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataApi, type DataApi } from '#server/data-api.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { aClinic, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'

const patientCount = 1_500

let db: TestDatabase
let api: DataApi
let clinic: TestClinic
beforeAll(async () => {
  db = await openTestDatabase()
  clinic = await aClinic(db)
  await db.asOwner(`
    create function public.statement_limit() returns text language sql stable
      return current_setting('statement_timeout')`)
  await db.asOwner(`create function public.slow() returns text language sql stable return pg_sleep(30)::text`)
  await db.asOwner('grant execute on function public.statement_limit(), public.slow() to anon, clinic_admin')
  await db.asOwner(
    `insert into public.patients (clinic_id, full_name) select $1, 'Patient ' || n from generate_series(1, $2::int) n`,
    [clinic.id, patientCount],
  )
  await db.asOwner('vacuum analyze public.patients')
  api = createDataApi(db.transactions)
})
afterAll(async () => {
  await api.close()
  await db.close()
})

async function ask(caller: Caller, path: string, init: RequestInit = {}) {
  const request = new Request(`http://carefold.localhost/rest/v1${path}`, init)
  const response = await api.fetch(request, caller)
  const text = await response.text()
  const body = text ? JSON.parse(text) : null
  return {
    status: response.status,
    code: body?.code,
    rows: Array.isArray(body) ? body.length : undefined,
    body,
  }
}

const many = (count: number, part: (number: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator)
const embedded = (levels: number) => {
  const chain = (left: number, to: string): string =>
    left === 0 ? 'id' : `id,${to}(${chain(left - 1, to === 'clinics' ? 'clinic_memberships' : 'clinics')})`
  return chain(levels, 'clinic_memberships')
}
const uuids = (count: number) => many(count, () => crypto.randomUUID())

describe('is refused without a query', () => {
  test.each<[string, string, number, string]>([
    ['six levels of embedding', `/clinics?select=${embedded(6)}`, 400, 'PGRST100'],
    ['a hundred levels of embedding', `/clinics?select=${embedded(100)}`, 400, 'PGRST100'],
    ['21 embeds side by side', `/clinics?select=${many(21, (n) => `e${n}:patients(id)`)}`, 400, 'PGRST100'],
    ['a URL of more than 16 KiB', `/clinics?name=eq.${'x'.repeat(16_400)}`, 414, 'PGRST100'],
    ['100,000 ids in one list', `/patients?id=in.(${uuids(100_000)})`, 414, 'PGRST100'],
    ['201 filters', `/patients?${many(201, () => 'full_name=neq.x', '&')}`, 400, 'PGRST100'],
    ['201 conditions in a tree', `/patients?or=(${many(201, () => 'full_name.eq.x')})`, 400, 'PGRST100'],
    [
      '21 levels of logic',
      `/patients?and=${'(or'.repeat(20)}(full_name.eq.x)${')'.repeat(20)}`,
      400,
      'PGRST100',
    ],
    ['51 terms to sort by', `/patients?order=${many(51, () => 'full_name')}`, 400, 'PGRST100'],
    ['1,001 columns', `/patients?select=${many(1_001, (n) => `c${n}:id`)}`, 400, 'PGRST100'],
    ['a count over everything', '/patients?select=count()', 400, 'PGRST123'],
    ['a sum within an embed', '/clinics?select=plans(created_at.max())', 400, 'PGRST123'],
    ['a negative limit', '/patients?limit=-1', 416, 'PGRST103'],
    ['a word of 2,001 letters to search for', `/patients?full_name=fts.${'x'.repeat(2_001)}`, 400, '22023'],
    ['an unterminated array literal', `/patients?id=eq(any).${'{'.repeat(500)}`, 400, '22P02'],
    ['a function built into Postgres', '/rpc/pg_sleep?seconds=10', 404, 'PGRST202'],
    ['settings of its own', '/rpc/set_config?setting_name=statement_timeout&new_value=0', 404, 'PGRST202'],
  ])('%s', async (_what, path, status, code) => {
    expect(await ask(clinic.admin.caller(), path)).toMatchObject({ status, code })
  })

  test.each<[string, string, RequestInit, number, string]>([
    ['a body of more than 5 MB', '/leads', { body: `{"email":"${'x'.repeat(5_300_000)}"}` }, 413, 'PGRST102'],
    ['a body nested 201 deep', '/leads', { body: `${'['.repeat(201)}${']'.repeat(201)}` }, 400, 'PGRST102'],
  ])('%s', async (_what, path, init, status, code) => {
    const headers = { 'Content-Type': 'application/json' }
    expect(await ask(aVisitor(clinic), path, { method: 'POST', headers, ...init })).toMatchObject({
      status,
      code,
    })
  })

  test("the database's plan of a statement", async () => {
    const headers = { Accept: 'application/vnd.pgrst.plan+json' }
    expect(await ask(clinic.admin.caller(), '/patients', { headers })).toMatchObject({
      status: 406,
      code: 'PGRST107',
    })
  })

  test('a change of every row', async () => {
    const init = { method: 'DELETE' }
    expect(await ask(clinic.admin.caller(), '/clinic_memberships', init)).toMatchObject({
      status: 400,
      code: '21000',
    })
  })
})

describe('returns no more than 1,000 rows', () => {
  test.each<[string, string, HeadersInit?]>([
    ['where no limit is asked for', '/patients?select=id'],
    ['where a million are asked for', '/patients?select=id&limit=1000000'],
    ['where a range of a million is', '/patients?select=id', { Range: '0-999999' }],
    ['for a pattern that every row matches', '/patients?select=id&full_name=like.*P*t*'],
  ])('%s', async (_what, path, headers = {}) => {
    expect(await ask(clinic.admin.caller(), path, { headers })).toMatchObject({ status: 200, rows: 1_000 })
  })

  test('in an embed', async () => {
    const { body } = await ask(clinic.admin.caller(), `/clinics?select=patients(id)&id=eq.${clinic.id}`)
    expect(body[0].patients).toHaveLength(1_000)
  })
})

describe('is answered quickly', () => {
  test.each<[string, string, number, number | undefined]>([
    ['five levels of embedding', `/clinics?select=${embedded(5)}`, 200, 1],
    ['as many ids as a URL takes', `/patients?select=id&id=in.(${uuids(430)})`, 200, 0],
    ['an offset of 10^18', '/patients?select=id&offset=1000000000000000000', 200, 0],
    ['a pattern of a thousand wildcards', `/patients?select=id&full_name=like.${'*a'.repeat(1_000)}`, 200, 0],
    ['a pattern that backtracks elsewhere', '/patients?select=id&full_name=match.%28a%2B%29%2B%24', 200, 0],
    [
      'a pattern too big to compile',
      '/patients?select=id&full_name=match.((x{1,255}){1,255}){1,255}',
      400,
      undefined,
    ],
  ])('%s', async (_what, path, status, rows) => {
    expect(await ask(clinic.admin.caller(), path)).toMatchObject({ status, rows })
  })

  test('an offset past the end, where the end is known', async () => {
    const headers = { Prefer: 'count=exact' }
    expect(await ask(clinic.admin.caller(), '/patients?select=id&offset=1000000', { headers })).toMatchObject(
      { status: 416, code: 'PGRST103' },
    )
  })
})

describe('a statement', () => {
  test.each<[string, () => Caller, string]>([
    ['a visitor', () => aVisitor(clinic), '1s'],
    ['a signed-in user', () => clinic.admin.caller(), '8s'],
  ])('of %s has its time limit', async (_who, caller, limit) => {
    expect((await ask(caller(), '/rpc/statement_limit')).body).toBe(limit)
  })

  test('that takes longer is ended, and its connection serves the next one', async () => {
    // PGlite runs in this thread, so nothing can interrupt its statements
    if (db.database.engine === 'pglite') return
    expect(await ask(aVisitor(clinic), '/rpc/slow')).toMatchObject({ status: 500, code: '57014' })
    expect((await ask(aVisitor(clinic), '/rpc/statement_limit')).status).toBe(200)
  })
})
