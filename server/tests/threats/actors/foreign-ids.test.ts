// Ids in functions (docs/threats.md T3): the caller's own, another person's in the same clinic, another clinic's, unknown,
// and 101 at once. Another clinic's and unknown ones get identical answers. The ids are those of the sample calls, so new
// actions are included.
import { afterAll, describe, expect, it } from 'vitest'
import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { actions } from '#server/features.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { openScenes, otherClinicOf, type Scene } from '../scene.ts'
import { expectedOutcome, functionOutcomes } from './function-expectations.ts'
import { functionInputs, sampleCalls } from './function-inputs.ts'
import { inputFields, withField } from './input-fields.ts'

const { test, next } = await openScenes()
const scene = await next()
const elsewhere = await otherClinicOf(scene)
afterAll(() => test.close())
const { one, two } = scene.world.clinics
await aSecondStep(test.db, one.admin)

const userOf = (name: ActorName) => scene.world.people[name]?.userId ?? ''
const uuid = () => crypto.randomUUID()

/** Functions whose ids are tested below, belong to another system, or are refused like any wrong code. */
const withoutCase = [
  'create-clinic-with-admin',
  'join-clinic',
  'add-sso-provider',
  'create-coupon',
  'check-coupon',
]
/** Callers of functions that answer nothing about their sample to the first permitted caller. */
const callerBy: Record<string, ActorName> = {
  'set-default-card': 'otherPatient',
  'remove-own-card': 'otherPatient',
  'get-user-profiles': 'staff',
  'file-links': 'staff',
}
/** Transfers the clinic. */
const last = ['transfer-ownership']

const outcome = (name: string, actor: ActorName) => expectedOutcome(functionOutcomes[name] ?? {}, actor)
const isRefused = (name: string, actor: ActorName) =>
  ['not_allowed', 'not_signed_in', 'email_not_confirmed'].includes(outcome(name, actor))

/** The permitted caller with the fewest rights; undefined: the operator (server/features/operator). */
function callerOf(name: string): ActorName | undefined {
  const callers = ['patient', 'outsider', 'staff', 'admin'] as const
  return (
    callerBy[name] ??
    callers.find((actor) => outcome(name, actor) === 'ok') ??
    callers.find((actor) => !isRefused(name, actor))
  )
}

async function inputOf(name: string, actor: ActorName, from: Scene = scene): Promise<object> {
  const input = await functionInputs[name]?.(from, actor)
  return { ...input, ...(await sampleCalls[name]?.ids?.(from, actor)) }
}

function valueAt(input: unknown, keys: string[]): unknown {
  return keys.reduce(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key] || undefined,
    input,
  )
}

/** An id of the same form that no row has. */
function unknownLike(id: unknown): string {
  const [, prefix] = /^((?:desk_)?[a-z]{2,3}_)/.exec(String(id)) ?? []
  return prefix ? `${prefix}${uuid().replaceAll('-', '')}` : uuid()
}

interface IdCase {
  name: string
  path: string
  keys: string[]
  caller: ActorName
}

async function casesOf(action: (typeof actions)[number]): Promise<IdCase[]> {
  const { name } = action
  const caller = callerOf(name)
  const paths = inputFields(action).map(({ path }) => path.join('.'))
  const ids = [...new Set(paths)].filter((path) => /(Id|Ids|Ids\.0)$/.test(path))
  if (!caller || withoutCase.includes(name) || ids.length === 0) return []
  const input = await inputOf(name, caller)
  const cases = ids.map((path) => ({ name, path, keys: path.split('.'), caller }))
  const named = cases.filter(({ keys }) => valueAt(input, keys))
  if (named.length === 0) throw new Error(`the sample call of ${name} has no id: give it one in \`ids\``)
  return named
}

const otherInvoice = await scene.plant.invoice(one.id, scene.world.owners.otherPatient.patientId)

async function othersId({ name, keys, caller }: IdCase): Promise<unknown> {
  const other = caller === 'patient' ? 'otherPatient' : 'patient'
  return valueAt(await inputOf(name, other, { ...scene, invoiceId: otherInvoice }), keys)
}

/** Ids of rows that all patients share, and lists, which omit other patients' ids. */
const shared = /^((item|presentation|price|provider|clinic)Id|.*\.0)$/

const cases: IdCase[] = []
// one after the other: samples share rows
for (const action of actions) cases.push(...(await casesOf(action)))
cases.sort((a, b) => Number(last.includes(a.name)) - Number(last.includes(b.name)))
const ofPatients = cases.filter(({ caller, path }) => /patient$/i.test(caller) && !shared.test(path))

async function ask(path: string, actor: ActorName, input: object) {
  const person = scene.world.people[actor]
  const { status, text } = await test.ask(path, {
    method: 'POST',
    body: input,
    token: person ? await test.tokenOf(person) : null,
    clinic: one,
  })
  // an archive is no JSON
  const body = text.startsWith('PK') ? {} : JSON.parse(text)
  const list = Array.isArray(body) ? body : body.links
  const rows = Array.isArray(list) ? ` ${list.length}` : ''
  delete body.requestId
  return { answer: status === 200 ? `ok${rows}` : String(body.code), status, body }
}
const call = (name: string, actor: ActorName, input: object) => ask(`/functions/v1/${name}`, actor, input)

const callWith = async ({ name, keys, caller }: IdCase, id: unknown) =>
  call(name, caller, withField(await inputOf(name, caller), keys, id) as object)
const foreignId = async ({ name, keys, caller }: IdCase) =>
  valueAt(await inputOf(name, caller, elsewhere), keys)

describe.each(cases)('$path of $name', (each) => {
  const { name, path, keys, caller } = each
  const written = sampleCalls[name]?.foreign ?? 'not_found'
  const foreign = typeof written === 'string' ? written : (written[path] ?? 'not_found')

  it('another clinic’s id changes nothing and reveals nothing', async () => {
    const id = await foreignId(each)
    expect(id).toBeDefined()
    expect((await callWith(each, id)).answer).toBe(foreign)
  })

  it('an unknown id gets exactly the answer of another clinic’s', async () => {
    const id = await foreignId(each)
    expect(await callWith(each, unknownLike(id))).toEqual(await callWith(each, id))
  })

  it('101 ids at once are refused', async () => {
    const ids = Array.from({ length: 101 }, uuid)
    const input = withField(await inputOf(name, caller), keys.at(-1) === '0' ? keys.slice(0, -1) : keys, ids)
    expect((await call(name, caller, input as object)).status).toBe(400)
  })

  it('an id of the same clinic is refused to callers without permission', async () => {
    const input = await inputOf(name, caller)
    const lower = (['viewer', 'staff', 'patient', 'outsider', 'visitor'] as const).find((actor) =>
      isRefused(name, actor),
    )
    if (lower) expect((await call(name, lower, input)).answer).toBe(outcome(name, lower))
    // a list omits rows that the caller may not see
    else expect((await call(name, 'outsider', input)).answer).toBe(foreign)
  })

  it('the caller’s own id works', async () => {
    const { answer } = await call(name, caller, await inputOf(name, caller))
    if (outcome(name, caller) === 'ok') expect(answer).toMatch(/^ok/)
    if (foreign !== 'ok') expect(answer).not.toBe(foreign)
  })
})

describe.each(ofPatients)('$path of $name', (each) => {
  it('another patient’s id gets exactly the answer of another clinic’s', async () => {
    const answered = await callWith(each, await othersId(each))
    expect(answered).toEqual(await callWith(each, await foreignId(each)))
  })
})

it('every table of cases has some', () => {
  expect(cases.length).toBeGreaterThan(130)
  expect(ofPatients.length).toBeGreaterThan(15)
})

describe('the ids of a procedure', () => {
  it('find the clinic’s people, for the team', async () => {
    const found = async (actor: ActorName, userId: string) =>
      (await ask('/rest/v1/rpc/get_users_by_ids', actor, { user_ids: [userId] })).answer
    expect(await found('staff', userOf('patient'))).toBe('ok 1')
    expect(await found('patient', userOf('otherPatient'))).toBe('ok 0')
    expect(await found('staff', scene.world.owners.foreignPatient.userId)).toBe('ok 0')
    expect(await found('staff', uuid())).toBe('ok 0')
  })

  it('are at most 100', async () => {
    const user_ids = Array.from({ length: 101 }, uuid)
    expect((await ask('/rest/v1/rpc/get_users_by_ids', 'staff', { user_ids })).status).toBe(400)
  })
})

describe('the id of a sign-up names it and nothing else', () => {
  const create = async (actor: ActorName | null, userId: unknown) => {
    const person = actor ? scene.world.people[actor] : undefined
    const subdomain = `name-${uuid().slice(0, 8)}`
    const { status } = await test.ask('/functions/v1/create-clinic-with-admin', {
      method: 'POST',
      body: { name: 'New Clinic', subdomain, userId },
      token: person ? await test.tokenOf(person) : null,
    })
    const owners = await test.db.asOwner<{ user_id: string }>(
      `select m.user_id from clinic_memberships m join clinics c on c.id = m.clinic_id
        where c.subdomain = $1 and m.is_owner`,
      [subdomain],
    )
    return { status, owners: owners.map(({ user_id }) => user_id) }
  }

  it.each<[string, () => unknown]>([
    ['of a user of the same clinic', () => userOf('patient')],
    ['of a user of another clinic', () => userOf('foreignAdmin')],
    ['of no one', uuid],
  ])('%s: without a session it gives no access', async (_whose, id) => {
    expect(await create(null, id())).toEqual({ status: 401, owners: [] })
  })

  it.each<[string, () => unknown]>([
    ['of a user of the same clinic', () => userOf('patient')],
    ['of a user of another clinic', () => userOf('foreignAdmin')],
    ['of no one', uuid],
  ])('%s: with a session the caller becomes the admin', async (_whose, id) => {
    expect(await create('outsider', id())).toEqual({ status: 200, owners: [userOf('outsider')] })
  })

  it('101 of them are refused', async () => {
    expect((await create(null, Array.from({ length: 101 }, uuid))).status).toBe(400)
  })
})

describe('the id of a clinic to join', () => {
  const join = async (clinicId: unknown) => {
    const person = scene.world.people.outsider
    const { status, text } = await test.ask('/functions/v1/join-clinic', {
      method: 'POST',
      body: { clinicId },
      token: person ? await test.tokenOf(person) : null,
    })
    return { status, body: JSON.parse(text) }
  }

  it('makes the caller a patient, and never more', async () => {
    const { status, body } = await join(two.id)
    expect(status).toBe(200)
    expect(body.membership).toMatchObject({ role: 'patient', user_id: userOf('outsider') })
  })

  it('of no clinic gives no access', async () => {
    expect(await join(uuid())).toMatchObject({ status: 404, body: { code: 'clinic_not_found' } })
  })

  it('101 of them are refused', async () => {
    expect((await join(Array.from({ length: 101 }, uuid))).status).toBe(400)
  })
})
