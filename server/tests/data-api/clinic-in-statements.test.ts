// The data API's statements compare each tenant table with the clinic's value (docs/scaling.md 5, docs/decisions/0207).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { openPlannedDatabase, type PlannedDatabase, tablesRead } from '#testing/database/query-plans.ts'
import type { Person } from '#testing/sign-in/people.ts'
import { openScenes, type Scene } from '../threats/scene.ts'
import type { AskOptions, TestServer } from '../threats/test-server.ts'

// the log of a Postgres server is inaccessible to the test
describe.skipIf(process.env.TEST_DATABASE_URL)('a statement of the data API', () => {
  let test: TestServer
  let planned: PlannedDatabase
  let scene: Scene
  beforeAll(async () => {
    const scenes = await openScenes(async () => {
      planned = await openPlannedDatabase()
      return planned.db
    })
    test = scenes.test
    scene = await scenes.current()
  })
  afterAll(() => test.close())

  /** Tables with a clinic whose scan is not compared with its value. */
  async function without(actor: ActorName, requests: [path: string, options?: AskOptions][]) {
    const person = scene.world.people[actor]
    const clinic = scene.world.clinics.one
    const token = person ? await test.tokenOf(person) : null
    const guardianship = scene.world.guardianships[actor]
    const headers: Record<string, string> = guardianship ? { 'x-guardianship': guardianship.id } : {}
    const tenantTables = await test.db.asOwner<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
        where column_name = 'clinic_id' and table_schema in ('public', 'app')`,
    )
    const isTenants = new Set(tenantTables.map(({ name }) => name))
    const before = planned.plans().length
    for (const [path, options] of requests) {
      await planned.record(path)
      await test.ask(`/rest/v1${path}`, {
        ...options,
        token,
        clinic,
        headers: { ...headers, ...options?.headers },
      })
    }
    await planned.record(null)
    const plans = planned.plans().slice(before)
    const scans = plans.flatMap(({ call, plan, statement, within }) =>
      within || statement.includes('app.enter(')
        ? []
        : tablesRead(plan)
            .filter(({ table }) => isTenants.has(table))
            .map((scan) => ({ ...scan, call })),
    )
    return {
      count: scans.length,
      offenders: scans.filter(({ byClinic }) => !byClinic).map(({ table, call }) => `${table} in ${call}`),
    }
  }

  /** Each table alone, and each pair of tables that a foreign key connects, in both directions. */
  async function reads(): Promise<string[]> {
    const rows = await test.db.asOwner<{ name: string; to: string | null; key: string | null }>(
      `select c.relname as name, r.relname as to, k.conname as key
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
         left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
         left join pg_class r on r.oid = k.confrelid and r.relnamespace = 'public'::regnamespace
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    )
    const shown = (table: string) => (table === 'clinics' ? 'id' : 'clinic_id')
    const pairs = rows.flatMap(({ name, to, key }) =>
      to && key
        ? [
            `/${name}?select=clinic_id,${to}!${key}(${shown(to)})`,
            `/${to}?select=${shown(to)},${name}!${key}(clinic_id)`,
          ]
        : [],
    )
    return [...new Set([...rows.map(({ name }) => `/${name}?select=clinic_id`), ...pairs])]
  }

  it.each<ActorName>(['visitor', 'patient', 'guardian', 'staff', 'admin', 'billing'])(
    'that reads names the clinic, also in embeds, as %s',
    async (actor) => {
      const { count, offenders } = await without(
        actor,
        (await reads()).map((path) => [path]),
      )
      expect(count).toBeGreaterThan(actor === 'visitor' ? 5 : 30)
      expect(offenders).toEqual([])
    },
  )

  it('that counts, filters by an embed, changes or deletes rows names the clinic', async () => {
    const id = crypto.randomUUID()
    const exact = { headers: { Prefer: 'count=exact' } }
    const body = { status: 'active' }
    const { count, offenders } = await without('admin', [
      ['/tasks?select=id', exact],
      ['/patients?select=id,appointments!inner(id)&appointments.status=eq.upcoming', exact],
      [`/clinic_memberships?id=eq.${id}`, { method: 'PATCH', body }],
      [`/clinic_memberships?id=eq.${id}`, { method: 'DELETE' }],
    ])
    expect(count).toBeGreaterThan(5)
    expect(offenders).toEqual([])
  })
})

describe('the clinic of a request', () => {
  let test: TestServer
  let scene: Scene
  beforeAll(async () => {
    const scenes = await openScenes()
    test = scenes.test
    scene = await scenes.current()
  })
  afterAll(() => test.close())

  const ids = async (path: string, person: Person | undefined, clinic: { subdomain: string }) => {
    if (!person) throw new Error('the person is missing')
    const { text } = await test.ask(`/rest/v1${path}`, {
      method: 'GET',
      token: await test.tokenOf(person),
      clinic,
    })
    const rows = JSON.parse(text) as { clinic_id: string }[] | { code: string }
    return Array.isArray(rows) ? [...new Set(rows.map(({ clinic_id: id }) => id))] : rows.code
  }

  it('does not hide a person’s memberships of other clinics', async () => {
    const { one, two } = scene.world.clinics
    const { twoClinics } = scene.world.people
    const own = `/clinic_memberships?select=clinic_id&user_id=eq.${twoClinics?.userId}`
    expect(new Set(await ids(own, twoClinics, one))).toEqual(new Set([one.id, two.id]))
  })

  it('is the one that its address leads to, also after the address has moved', async () => {
    const { one, two } = scene.world.clinics
    const renamed = async (id: string, to: string) =>
      test.db.asOwner('update clinics set subdomain = $2 where id = $1', [id, to])
    const ofPatients = (person: Person) => ids('/patients?select=clinic_id', person, one)
    expect(await ofPatients(one.admin)).toEqual([one.id])
    await renamed(one.id, `${one.subdomain}-old`)
    // the address leads to no clinic: a role without rights to patients
    expect(await ofPatients(one.admin)).toBe('42501')
    await renamed(two.id, one.subdomain)
    expect(await ofPatients(two.admin)).toEqual([two.id])
    await renamed(two.id, two.subdomain)
    await renamed(one.id, one.subdomain)
    expect(await ofPatients(one.admin)).toEqual([one.id])
  })
})
