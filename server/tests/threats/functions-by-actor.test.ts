// Every function and every procedure x every actor, over HTTP (docs/threats.md T1).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ActorName, actorNames } from '#db/tests/tenant-escape/expectations.ts'
import { actions } from '#server/features.ts'
import { expectedOutcome, functionOutcomes, procedureOutcomes } from './function-expectations.ts'
import { functionInputs, type Scene } from './function-inputs.ts'
import { openScenes } from './scene.ts'
import type { TestServer } from './test-server.ts'

let test: TestServer
let next: () => Promise<Scene>
beforeAll(async () => {
  ;({ test, next } = await openScenes())
})
afterAll(() => test.close())

async function tokenOf({ world }: Scene, actor: ActorName): Promise<string | null> {
  if (actor === 'service') return test.serviceToken()
  const person = world.people[actor]
  return person ? test.tokenOf(person) : null
}

/** The access by which a guardian acts, as the header that names it. */
function guardianHeader({ world }: Scene, actor: ActorName): { headers?: Record<string, string> } {
  const acting = world.guardianships[actor]
  return acting ? { headers: { 'x-guardianship': acting.id } } : {}
}

const functions = actions.map(({ name }) => name)

it('the table lists every function and no others', () => {
  expect(Object.keys(functionOutcomes).sort()).toEqual([...functions].sort())
  expect(Object.keys(functionInputs).sort()).toEqual([...functions].sort())
})

describe.each(functions)('POST /functions/v1/%s', (name) => {
  let scene: Scene
  beforeAll(async () => {
    scene = await next()
  })

  it.each(actorNames)('as %s answers as listed', async (actor) => {
    const input = await functionInputs[name]?.(scene, actor)
    const { status, text } = await test.ask(`/functions/v1/${name}`, {
      method: 'POST',
      body: input,
      token: await tokenOf(scene, actor),
      clinic: scene.world.clinics.one,
      ...guardianHeader(scene, actor),
    })
    const outcome = status === 200 ? 'ok' : (JSON.parse(text).code as string)
    expect(outcome).toBe(expectedOutcome(functionOutcomes[name] ?? {}, actor))
  })
})

/** Every argument of a procedure, as a valid request would send it. */
const procedureArguments: Record<string, (scene: Scene) => object> = {
  audit_log_for_me: () => ({ below_id: null, up_to: 10 }),
  get_users_by_ids: ({ world }) => ({ user_ids: [world.owners.patient.userId] }),
  sign_ins_for_me: () => ({ below_id: null, up_to: 10 }),
  texts_stopped_for_me: () => ({}),
}

it('the table lists every procedure that clients may call, and no others', async () => {
  const granted = await test.db.asOwner<{ name: string }>(`
    select distinct p.proname as name from pg_proc p
      left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
      join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a on true
      left join pg_roles r on r.oid = a.grantee
     where p.pronamespace = 'public'::regnamespace and d.objid is null and p.prorettype <> 'trigger'::regtype
       and (a.grantee = 0 or r.rolname in ('anon', 'authenticated', 'clinic_patient', 'clinic_guardian', 'clinic_staff', 'clinic_admin'))
     order by 1`)
  expect(granted.map(({ name }) => name)).toEqual(Object.keys(procedureOutcomes).sort())
  expect(Object.keys(procedureArguments).sort()).toEqual(Object.keys(procedureOutcomes).sort())
})

describe.each(Object.keys(procedureOutcomes))('POST /rest/v1/rpc/%s', (name) => {
  let scene: Scene
  beforeAll(async () => {
    scene = await next()
  })

  it.each(actorNames)('as %s answers as listed', async (actor) => {
    const { status } = await test.ask(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      body: procedureArguments[name]?.(scene),
      token: await tokenOf(scene, actor),
      clinic: scene.world.clinics.one,
      ...guardianHeader(scene, actor),
    })
    const ended = { banned: '401', service: '401' }
    expect(String(status)).toBe(expectedOutcome({ ...procedureOutcomes[name], ...ended }, actor))
  })
})

it('has tried at least 180 cells', () => {
  const cells = (functions.length + Object.keys(procedureOutcomes).length) * actorNames.length
  expect(cells).toBeGreaterThanOrEqual(180)
})
