// A demo session writes nothing (docs/threats.md T80, docs/decisions/0086).

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actions } from '#server/features.ts'
import { asDemo } from '#server/platform/database/demo-request.ts'
import { asSystem, type Caller } from '#server/platform/database/transactions.ts'
import type { Person } from '#testing/sign-in/people.ts'
import { functionInputs } from './actors/function-inputs.ts'
import { openScenes, type Scene } from './scene.ts'
import type { TestServer } from './test-server.ts'

const views = ['admin', 'patient'] as const
type View = (typeof views)[number]

let test: TestServer
let scene: Scene
let people: Record<View, Person>
let tokens: Record<View, string>
beforeAll(async () => {
  const scenes = await openScenes()
  test = scenes.test
  scene = await scenes.next()
  const { admin, patient } = scene.world.people
  if (!admin || !patient) throw new Error('the world has no admin or no patient')
  people = { admin, patient }
  await test.db.asOwner('update auth.sessions set is_demo = true where id = any($1::uuid[])', [
    [admin.sessionId, patient.sessionId],
  ])
  const tokenOf = (person: Person) => test.tokenOf(person, { is_demo: true })
  tokens = { admin: await tokenOf(admin), patient: await tokenOf(patient) }
})
afterAll(() => test.close())

const countsTransactions = !process.env.TEST_DATABASE_URL

/** Only a transaction that writes, or locks a row, uses an id. */
async function nextTransaction(): Promise<string> {
  if (!countsTransactions) return ''
  const [row] = await test.db.asOwner<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  return row?.next ?? ''
}

/** @throws when a row was written */
async function ask(view: View, path: string, options: { method: string; body?: unknown }) {
  const before = await nextTransaction()
  const answer = await test.ask(path, { ...options, token: tokens[view], clinic: scene.world.clinics.one })
  expect(await nextTransaction(), `${options.method} ${path} as ${view}: ${answer.text}`).toBe(before)
  return answer
}

const codeOf = (text: string): string | undefined => {
  const body = JSON.parse(text || '{}') as { code?: string; error_code?: string; error?: { code?: string } }
  return body.error_code ?? body.error?.code ?? body.code
}

it.runIf(countsTransactions)('the check detects a write outside of a demo', async () => {
  const before = await nextTransaction()
  await test.db.asOwner(`insert into leads (email) values ('somebody@clinic.test')`)
  expect(await nextTransaction()).not.toBe(before)
})

describe.each(views)('as %s', (view) => {
  it('no function writes, and writing ones report the demo', async () => {
    const outcomes = new Map<string, string>()
    for (const { name } of actions) {
      const input = await functionInputs[name]?.(scene, view)
      const { status, text } = await ask(view, `/functions/v1/${name}`, { method: 'POST', body: input })
      outcomes.set(name, status === 200 ? 'ok' : (codeOf(text) ?? String(status)))
    }
    const refused = [...outcomes].filter(([, outcome]) => outcome === 'demo_read_only')
    expect([...outcomes].filter(([, outcome]) => /unexpected|^5/.test(outcome))).toEqual([])
    expect(refused.length).toBeGreaterThan(view === 'admin' ? 80 : 20)
  }, 180_000)

  it('no table is written through the data API', async () => {
    const tables = await test.db.asOwner<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    for (const { name } of tables)
      for (const method of ['POST', 'PATCH', 'DELETE'])
        await ask(view, `/rest/v1/${name}`, { method, body: {} })
    const lead = await ask(view, '/rest/v1/leads', { method: 'POST', body: { email: 'lead@clinic.test' } })
    expect([lead.status, codeOf(lead.text)]).toEqual([403, 'demo_read_only'])
  })

  it('the account, its sessions and its second step are unchanged', async () => {
    for (const [method, path, body] of [
      ['PUT', '/user', { password: 'quiet-river-stone-41' }],
      ['PUT', '/user', { data: { full_name: 'Somebody' } }],
      ['POST', '/factors', { factor_type: 'totp', friendly_name: 'App' }],
      ['POST', '/logout?scope=global'],
      ['GET', '/reauthenticate'],
      ['DELETE', `/user/sessions/${people[view].sessionId}`],
    ] as const) {
      const { status, text } = await ask(view, `/auth/v1${path}`, { method, ...(body && { body }) })
      expect([path, status, codeOf(text)]).toEqual([path, 403, 'demo_read_only'])
    }
  })

  it('nothing is uploaded', async () => {
    const body = { name: 'a.pdf', size: 3, purpose: 'content' }
    const { status } = await ask(view, '/files/v1/uploads', { method: 'POST', body })
    expect(status).toBeGreaterThanOrEqual(400)
  })

  it('health data is read without a record of the read', async () => {
    const { status } = await ask(view, '/rest/v1/patients?select=id', { method: 'GET' })
    expect(status).toBe(200)
  })

  it('no table can be written in its transactions, in any role, and nothing makes one writable again', async () => {
    const tables = await test.db.asOwner<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app', 'auth') and c.relkind = 'r'`,
    )
    expect(tables.length).toBeGreaterThan(100)
    const { userId, sessionId } = people[view]
    const { subdomain } = scene.world.clinics.one
    const caller: Caller = { userId, sessionId, clinic: subdomain, requestId: 'demo', address: null }
    const { transactions } = test.services
    const refusals = { demo_read_only: 0, '42501': 0 }
    for (const { name } of tables) {
      const attempt = () =>
        transactions.withActor(caller, (tx) =>
          asSystem(tx, (own) => sql.raw(`delete from ${name} where false`).execute(own)),
        )
      await expect(asDemo(attempt), name).rejects.toSatisfy((error) => {
        const code = (error as { code: keyof typeof refusals }).code
        refusals[code]++
        return code in refusals
      })
    }
    // tables that the server itself may not delete from
    expect(refusals['42501']).toBeLessThan(tables.length / 2)
    const makeWritable = () =>
      transactions.withActor(caller, (tx) =>
        sql`select set_config('transaction_read_only', 'off', true)`.execute(tx),
      )
    await expect(asDemo(makeWritable)).rejects.toMatchObject({ code: '25001' })
    const asTheServer = () =>
      transactions.withSystem('test', (tx) =>
        tx.deleteFrom('auth.sessions').where('id', '=', people[view].sessionId).execute(),
      )
    await expect(asDemo(asTheServer)).rejects.toMatchObject({ code: 'demo_read_only' })
  })
})
