// Every function and every procedure x every actor, over HTTP (docs/threats.md T1).
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ActorName, actorNames } from '#db/tests/tenant-escape/expectations.ts'
import type { AppError } from '#domain/errors.ts'
import { actions } from '#server/features.ts'
import { openPlannedDatabase, type PlannedDatabase, tablesRead } from '#testing/database/query-plans.ts'
import { openScenes, type Scene } from '../scene.ts'
import type { TestServer } from '../test-server.ts'
import { expectedOutcome, functionOutcomes, procedureOutcomes } from './function-expectations.ts'
import { functionInputs, sampleCalls } from './function-inputs.ts'

// the log of a Postgres server is inaccessible to the test
const isOnPGlite = !process.env.TEST_DATABASE_URL

let test: TestServer
let current: () => Promise<Scene>
let planned: PlannedDatabase | undefined
beforeAll(async () => {
  const openDatabase = async () => {
    planned = await openPlannedDatabase()
    return planned.db
  }
  ;({ test, current } = await openScenes(isOnPGlite ? openDatabase : undefined))
})
afterAll(() => test.close())

async function tokenOf({ world }: Scene, actor: ActorName): Promise<string | null> {
  if (actor === 'service') return test.serviceToken()
  const person = world.people[actor]
  return person ? test.tokenOf(person) : null
}

/** One of each database role: the others' statements differ in their parameters only. */
const recordedActors: ActorName[] = ['visitor', 'patient', 'guardian', 'staff', 'admin']

/** Records the plans of a call by its role's first actor. */
async function recorded<T>(name: string, actor: ActorName, call: () => Promise<T>): Promise<T> {
  if (!planned || !recordedActors.includes(actor)) return call()
  await planned.record(name)
  try {
    return await call()
  } finally {
    await planned.record(null)
  }
}

function guardianHeader({ world }: Scene, actor: ActorName): { headers?: Record<string, string> } {
  const acting = world.guardianships[actor]
  return acting ? { headers: { 'x-guardianship': acting.id } } : {}
}

/**
 * Calls as the second patient enter with the first one's rights and rows of the same shape, so no action can distinguish
 * them; the test below proves it. Every other actor differs from all others.
 */
const calledActors = actorNames.filter((actor) => actor !== 'otherPatient')

const entrySettings = [
  ...[
    'user_id',
    'session_id',
    'clinic_id',
    'membership_id',
    'permission_sets',
    'patient_id',
    'own_patient_id',
  ],
  ...['opened_ids', 'guardian_access', 'acting_for', 'email_confirmed', 'aal', 'rights', 'is_demo'],
]

/** Each setting of a transaction entered as the actor, ids as `id`, and the actor's memberships and records anywhere. */
async function shapeOf({ world }: Scene, actor: ActorName): Promise<string> {
  const caller = world.callers[actor]
  if (!caller) return 'system'
  const entered = await test.services.transactions
    .withActor(caller, async (tx, { databaseRole, role, guardianAccess }) => {
      const { rows } = await sql<{ settings: string }>`
        select concat_ws(' ', ${sql.join(
          entrySettings.map((name) => sql`coalesce(current_setting(${`app.${name}`}, true), '-')`),
        )}) as settings`.execute(tx)
      return [databaseRole, role, guardianAccess, rows[0]?.settings]
    })
    .catch((error: AppError) => [error.code])
  const rows = await test.db.asOwner<{ row: string }>(
    `select concat_ws(' ', 'membership', clinic_id = $2, role, status, is_read_only, permission_sets, ended_at is null) as row
       from clinic_memberships where user_id = $1
      union all select concat_ws(' ', 'record', clinic_id = $2) from patients where user_id = $1 order by 1`,
    [caller.userId, world.clinics.one.id],
  )
  const isGuardian = actor in world.guardianships
  return JSON.stringify([entered, rows.map(({ row }) => row), isGuardian]).replaceAll(/[0-9a-f-]{36}/g, 'id')
}

it('all actors differ, but for the two patients', async () => {
  const scene = await current()
  const shapes = new Map<string, ActorName[]>()
  for (const actor of actorNames) {
    const shape = await shapeOf(scene, actor)
    shapes.set(shape, [...(shapes.get(shape) ?? []), actor])
  }
  expect([...shapes.values()].filter(({ length }) => length > 1)).toEqual([['patient', 'otherPatient']])
})

const functions = actions.map(({ name }) => name)

it('every function has a sample call, and no other name has one', () => {
  const called = [...Object.keys(functionInputs), ...Object.keys(sampleCalls)]
  expect([...new Set(called)].sort()).toEqual([...functions].sort())
  expect(functions.filter((name) => !functionInputs[name])).toEqual([])
})

describe.each(functions)('POST /functions/v1/%s', (name) => {
  let scene: Scene
  beforeAll(async () => {
    scene = await current()
  })

  it.each(calledActors)('as %s answers as listed', async (actor) => {
    const input = await functionInputs[name]?.(scene, actor)
    const token = await tokenOf(scene, actor)
    const { status, text } = await recorded(name, actor, () =>
      test.ask(`/functions/v1/${name}`, {
        method: 'POST',
        body: input,
        token,
        clinic: scene.world.clinics.one,
        ...guardianHeader(scene, actor),
      }),
    )
    const outcome = status === 200 ? 'ok' : (JSON.parse(text).code as string)
    expect(outcome).toBe(expectedOutcome(functionOutcomes[name] ?? {}, actor))
  })
})

const procedureArguments: Record<string, (scene: Scene) => object> = {
  audit_log_for_me: () => ({ below_id: null, up_to: 10 }),
  get_users_by_ids: ({ world }) => ({ user_ids: [world.owners.patient.userId] }),
  sign_ins_for_me: () => ({ below_id: null, up_to: 10 }),
  texts_stopped_for_me: () => ({}),
  email_gone_for_me: () => ({}),
}

it('the table lists every procedure that clients may call, and no others', async () => {
  const granted = await test.db.asOwner<{ name: string }>(`
    select distinct p.proname as name from pg_proc p
      left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
      join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a on true
      left join pg_roles r on r.oid = a.grantee
     where p.pronamespace = 'public'::regnamespace and d.objid is null and p.prorettype <> 'trigger'::regtype
       and (a.grantee = 0 or r.rolname in ('anon', 'authenticated', 'clinic_patient', 'clinic_guardian', 'clinic_staff', 'clinic_billing_only', 'clinic_admin'))
     order by 1`)
  expect(granted.map(({ name }) => name)).toEqual(Object.keys(procedureOutcomes).sort())
  expect(Object.keys(procedureArguments).sort()).toEqual(Object.keys(procedureOutcomes).sort())
})

describe.each(Object.keys(procedureOutcomes))('POST /rest/v1/rpc/%s', (name) => {
  let scene: Scene
  beforeAll(async () => {
    scene = await current()
  })

  it.each(calledActors)('as %s answers as listed', async (actor) => {
    const token = await tokenOf(scene, actor)
    const { status } = await recorded(name, actor, () =>
      test.ask(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        body: procedureArguments[name]?.(scene),
        token,
        clinic: scene.world.clinics.one,
        ...guardianHeader(scene, actor),
      }),
    )
    const ended = { banned: '401', service: '401' }
    expect(String(status)).toBe(expectedOutcome({ ...procedureOutcomes[name], ...ended }, actor))
  })
})

it('has tried at least 180 cells', () => {
  const cells = (functions.length + Object.keys(procedureOutcomes).length) * calledActors.length
  expect(cells).toBeGreaterThanOrEqual(180)
})

/** May only be lowered (docs/decisions/0165). */
const mostSystemActions = 80

/**
 * Actions that read a clinic's rows in a step `asSystem`, from tables that some caller may read, with their statements.
 * Excludes locks, because a caller may not update the row, and the audiences of notices.
 */
async function systemReads(): Promise<Map<string, string[]>> {
  const readable = await test.db.asOwner<{ name: string }>(
    `select distinct c.relname as name from pg_policy p
       join pg_class c on c.oid = p.polrelid
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
      where p.polpermissive and p.polcmd in ('r', '*') and p.polroles <> array['system'::regrole::oid]`,
  )
  const isReadable = new Set(readable.map(({ name }) => name))
  const found = new Map<string, string[]>()
  for (const { call, statement, within, isSystemStep, plan } of planned?.plans() ?? []) {
    const isRead = isSystemStep && !within && !/"(ModifyTable|LockRows)"/.test(JSON.stringify(plan))
    if (!isRead || statement.includes('app.notify_person(')) continue
    if (tablesRead(plan).some(({ table }) => isReadable.has(table)))
      found.set(call, [...(found.get(call) ?? []), statement])
  }
  return found
}

describe.runIf(isOnPGlite)('every plan of a tenant table', () => {
  it('compares the clinic with a value in each scan', async () => {
    const tenantTables = await test.db.asOwner<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
        where column_name = 'clinic_id' and table_schema in ('public', 'app', 'auth')`,
    )
    const isTenants = new Set(tenantTables.map(({ name }) => name))
    const ofAllClinics = (planned?.plans() ?? []).flatMap(({ plan, within, call, statement }) =>
      tablesRead(plan)
        .filter(({ table, byClinic }) => isTenants.has(table) && !byClinic)
        .map(({ table }) => `${table}: ${within || call}: ${statement}`),
    )
    expect([...new Set(ofAllClinics)]).toEqual([])
  })

  it('is one that its caller reads, or its action says why it reads as the system', async () => {
    const found = await systemReads()
    const declared = actions.filter(({ system }) => system).map(({ name }): string => name)
    expect([...found.keys()].filter((name) => !declared.includes(name))).toEqual([])
    expect(declared.filter((name) => !found.has(name))).toEqual([])
    expect(declared.length).toBeLessThan(mostSystemActions)
  })

  it('was recorded, within functions and triggers too', () => {
    const plans = planned?.plans() ?? []
    expect(plans.length).toBeGreaterThan(1_000)
    expect(plans.filter(({ within }) => within).length).toBeGreaterThan(100)
  })
})
