// Ids in functions (docs/threats.md T3): the caller's own, in the same clinic but not theirs to use, another clinic's,
// unknown, and 101 at once. Another clinic's and unknown ones get identical answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { actions } from '#server/features.ts'
import { aSecondStep } from '#testing/second-step.ts'
import { accessIds } from './foreign-ids/access.ts'
import { contentIds } from './foreign-ids/content.ts'
import { guardianIds } from './foreign-ids/guardians.ts'
import { type IdCase, idWorld, uuid } from './foreign-ids/id-case.ts'
import { moneyIds } from './foreign-ids/money.ts'
import { peopleIds } from './foreign-ids/people.ts'
import { visitIds } from './foreign-ids/visits.ts'
import type { Scene } from './function-inputs.ts'
import { openScenes } from './scene.ts'
import type { TestServer } from './test-server.ts'

let test: TestServer
let scene: Scene
beforeAll(async () => {
  const opened = await openScenes()
  test = opened.test
  scene = await opened.next()
  // identity providers can only be changed at aal2
  await aSecondStep(test.db, one().admin)
})
afterAll(() => test.close())

const world = idWorld(
  () => test,
  () => scene,
)
const { one, two, userOf } = world
// access last: it gives the clinic away
const cases = [peopleIds, guardianIds, moneyIds, contentIds, visitIds, accessIds].flatMap((casesOf) =>
  casesOf(world),
)

async function call(each: IdCase, actor: ActorName, id: unknown) {
  const person = scene.world.people[actor]
  const path = each.call.startsWith('rpc/') ? `/rest/v1/${each.call}` : `/functions/v1/${each.call}`
  const { status, text } = await test.ask(path, {
    method: 'POST',
    body: each.input(id),
    token: person ? await test.tokenOf(person) : null,
    clinic: one(),
  })
  const body = JSON.parse(text)
  const list = Array.isArray(body) ? body : body.links
  const rows = Array.isArray(list) ? ` ${list.length}` : ''
  // what differs in every answer
  delete body.requestId
  return { answer: status === 200 ? `ok${rows}` : String(body.code), status, body }
}

/** A plan in them is refused as unknown or as any wrong code: server/features/coupons. */
const coupons = ['create-coupon', 'check-coupon']

/** Functions whose ids have tests of their own below, or are another system's. */
const withoutCase = [
  'create-clinic-with-admin',
  'add-sso-provider',
  'join-clinic',
  ...coupons,
  // the operator's alone: server/features/operator, server/features/support
  'agree-fee',
  'retry-job',
  'ask-support-access',
  'support-view',
  'end-support-access',
]

it('every function that takes an id has a case', () => {
  const takingIds = actions.filter(({ input }) => Object.keys(input.shape).some((key) => /Ids?$/.test(key)))
  const untested = takingIds.filter(({ name }) => !cases.some(({ call }) => call === name))
  expect(untested.map(({ name }) => name)).toEqual(withoutCase)
})

describe.each(cases)('$call', (each) => {
  it('another clinic’s id changes nothing and reveals nothing', async () => {
    expect((await call(each, each.actor, await each.foreign.id())).answer).toBe(each.foreign.answer)
  })

  it('an unknown id gets exactly the answer of another clinic’s', async () => {
    const unknown = await call(each, each.actor, (each.random ?? uuid)())
    expect(unknown).toEqual(await call(each, each.actor, await each.foreign.id()))
  })

  it('101 ids at once are refused', async () => {
    const { status } = await call(each, each.actor, Array.from({ length: 101 }, each.random ?? uuid))
    expect(status).toBe(400)
  })

  it('an id of the same clinic is refused to callers without permission', async () => {
    const { actor, id, answer } = each.lower
    expect((await call(each, actor, await id())).answer).toBe(answer)
  })

  it('the caller’s own id works', async () => {
    expect((await call(each, each.actor, await each.own.id())).answer).toBe(each.own.answer)
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
    const { status, body } = await join(two().id)
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
