import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createDataApi, dataApiCaller, dataApiDatabase } from '#server/data-api.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { aClinic, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'

const db = await openTestDatabase()
const api = createDataApi(db.transactions, db.database.listen)
const clinic = await aClinic(db)
const staff = await aStaffMember(db, clinic)
afterAll(async () => {
  await api.close()
  await db.close()
})

const ask = (caller: Caller, path: string, init: RequestInit = {}) =>
  api.fetch(new Request(`http://carefold.localhost/rest/v1${path}`, init), caller)

const newLead = (email: string, prefer = 'return=minimal'): [string, RequestInit] => [
  '/leads',
  {
    method: 'POST',
    headers: { Prefer: prefer, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  },
]
const leads = async (email: string) =>
  (await db.asOwner('select from leads where email = $1', [email])).length

describe('one request', () => {
  test.each<[string, string, RequestInit?]>([
    ['a read', '/clinics?select=*'],
    ['a read with an embed', '/clinic_memberships?select=*,clinics(id,name,subdomain)'],
    ['an exact count', '/clinics?select=id', { headers: { Prefer: 'count=exact' } }],
    ['a write', ...newLead('messages@example.test')],
    [
      'a function',
      '/rpc/get_users_by_ids',
      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"user_ids":[]}' },
    ],
  ])('is one transaction, and on a server at most two pipelines: %s', async (_what, path, init) => {
    await ask(staff.caller(), path, init)
    const sent = countSent()
    await ask(staff.caller(), path, init)
    expect(sent.stop()).toBeLessThanOrEqual(2)
  })

  test('is one pipeline where it reads', async () => {
    const sent = countSent()
    await ask(staff.caller(), '/clinics?select=*')
    expect(sent.stop()).toBe(1)
  })
})

test('SQL sees nothing of the request, and no policy or function reads it', async () => {
  const headers = new Headers({ 'x-forwarded-for': '192.0.2.1', Cookie: 'theme=dark; session=s' })
  for (const name of ['authorization', 'apikey']) headers.set(name, 'a secret')
  const names = ['request.method', 'request.path', 'request.headers', 'request.cookies']
  const sql = `select concat(${names.map((name) => `current_setting('${name}', true)`).join(', ')}) as found`
  const rows = await dataApiDatabase(db.transactions).run(
    dataApiCaller(staff.caller()),
    {
      readOnly: true,
      asyncCommit: false,
      isFinal: true,
      isUnconditional: false,
      schema: 'public',
      context: { method: 'GET', path: '/clinics', headers },
    },
    { sql, params: [] },
    (found) => found,
  )
  expect(rows).toEqual([{ found: '' }])
  const readers = await db.asOwner(
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace::regnamespace::text !~ '^pg_|^information_schema' and p.prosrc ~ 'setting[^a-z]+request[.]'
     union all
     select policyname || ' on ' || tablename from pg_policies where concat(qual, with_check) ~ 'setting[^a-z]+request[.]'`,
  )
  expect(readers).toEqual([])
})

describe('a refused request leaves', () => {
  test('nothing of a write whose statement failed', async () => {
    const [path, init] = newLead('not an address')
    expect((await ask(aVisitor(clinic), path, init)).status).toBe(400)
    expect(await leads('not an address')).toBe(0)
    expect((await ask(aVisitor(clinic), '/clinics?select=id')).status).toBe(200)
  })

  test('nothing of a write by a caller whose session has ended', async () => {
    const gone: Caller = { ...staff.caller(), sessionId: crypto.randomUUID() }
    const [path, init] = newLead('gone@example.test')
    await expect(ask(gone, path, init)).rejects.toMatchObject({ code: 'session_ended' })
    expect(await leads('gone@example.test')).toBe(0)
  })

  test('no rows for a caller whose session has ended, and only that as the reason', async () => {
    const gone: Caller = { ...staff.caller(), sessionId: crypto.randomUUID() }
    await expect(ask(gone, '/clinics?select=id')).rejects.toMatchObject({ code: 'session_ended' })
    await expect(ask(gone, '/patients?select=id')).rejects.toMatchObject({ code: 'session_ended' })
  })

  test('nothing of a write that had to return one row and returned none', async () => {
    const path = `/clinic_memberships?id=eq.${crypto.randomUUID()}`
    const response = await ask(clinic.admin.caller(), path, {
      method: 'PATCH',
      headers: {
        Accept: 'application/vnd.pgrst.object+json',
        Prefer: 'return=representation',
        'Content-Type': 'application/json',
      },
      body: '{"status":"invited"}',
    })
    expect(response.status).toBe(406)
  })

  test('an unknown time zone is refused, and the next request is not', async () => {
    const headers = { Prefer: 'timezone=Mars/Olympus' }
    expect((await ask(staff.caller(), '/clinics?select=id', { headers })).status).toBe(400)
    expect((await ask(staff.caller(), '/clinics?select=id')).status).toBe(200)
  })
})

describe('connections', () => {
  test('carry no role, user or clinic from one request to the next', async () => {
    const mine = `/clinic_memberships?select=user_id&clinic_id=in.(${clinic.id})`
    for (let round = 0; round < 10; round++) {
      const asStaff = await (await ask(staff.caller(), mine)).json()
      expect(asStaff).toHaveLength(2)
      expect((await ask(aVisitor(clinic), mine)).status).toBe(401)
      const elsewhere = await (await ask(staff.caller(null), mine)).json()
      expect(elsewhere).toHaveLength(1)
    }
  })

  test('answer each of many concurrent requests with its own rows', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => aStaffMember(db, clinic)))
    const answers = await Promise.all(
      people.map(async (person) => {
        const path = `/clinic_memberships?select=user_id&user_id=eq.${person.userId}`
        return (await (await ask(person.caller(), path)).json()) as { user_id: string }[]
      }),
    )
    expect(answers).toEqual(people.map(({ userId }) => [{ user_id: userId }]))
  })
})

describe('a connection that breaks', () => {
  const status = async (path: string) => (await ask(staff.caller(), path)).status

  test('during a request answers 503, and the next request gets another connection', async () => {
    if (db.database.engine === 'pglite') return
    await db.asOwner(
      `create function public.end_connection() returns text language sql volatile security definer
         return pg_terminate_backend(pg_backend_pid())::text`,
    )
    await db.asOwner('grant execute on function public.end_connection() to clinic_staff')
    await vi.waitFor(async () => expect(await status('/rpc/end_connection')).toBe(503), 10_000)
    for (const method of ['GET', 'POST']) {
      const answer = await ask(staff.caller(), '/rpc/end_connection', { method })
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect(await status('/clinics?select=id')).toBe(200)
  })

  test('while a request waits between two statements fails only that request', async () => {
    if (db.database.engine === 'pglite') return
    const statement = { sql: 'select pg_backend_pid()::text as pid', params: [] }
    const broken = db.transactions.withStatement(staff.caller(), statement, async (rows, send) => {
      await db.asOwner('select pg_terminate_backend($1)', [Number(rows[0]?.pid)])
      await new Promise((resolve) => setTimeout(resolve, 100))
      return send({ sql: 'select 1 as one', params: [] })
    })
    await expect(broken).rejects.toThrow()
    expect(await status('/clinics?select=id')).toBe(200)
  })
})

describe('changes of the schema', () => {
  const status = async (path: string) => (await ask(staff.caller(), path)).status

  test('are noticed, and the old schema serves in the meantime', async () => {
    expect(await status('/weather?select=id')).toBe(404)
    await db.asOwner('create table public.weather (id int)')
    await db.asOwner('grant select on public.weather to clinic_staff')
    expect(await status('/clinics?select=id')).toBe(200)
    await vi.waitFor(async () => expect(await status('/weather?select=id')).toBe(200), 10_000)
    await db.asOwner('drop table public.weather')
    await vi.waitFor(async () => {
      const answer = await ask(staff.caller(), '/weather?select=id')
      expect(await answer.json()).toMatchObject({ code: 'PGRST205' })
    }, 10_000)
  })

  test('of a column reach statements that are already prepared', async () => {
    await db.asOwner('create table public.weather (id int)')
    await db.asOwner('grant select on public.weather to clinic_staff')
    await db.asOwner('insert into public.weather values (1)')
    await vi.waitFor(async () => expect(await status('/weather')).toBe(200), 10_000)
    for (let round = 0; round < 8; round++) await ask(staff.caller(), '/weather')
    await db.asOwner(`alter table public.weather add column sky text default 'blue'`)
    await vi.waitFor(async () => {
      expect(await (await ask(staff.caller(), '/weather')).json()).toEqual([{ id: 1, sky: 'blue' }])
    }, 10_000)
    await db.asOwner('drop table public.weather')
  })
})

function countSent(): { stop(): number } {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return {
    stop() {
      const { length } = spy.mock.calls
      spy.mockRestore()
      return length
    },
  }
}
