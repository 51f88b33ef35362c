// Functions open to everyone are rate-limited, against guessing, flooding and endless hashing
// (docs/threats.md T20).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actions } from '#server/features.ts'
import { exhaustLimit } from '#testing/rate-limits.ts'
import { functionInputs, type Scene } from './function-inputs.ts'
import { openScenes } from './scene.ts'
import type { TestServer } from './test-server.ts'

/** The rate limit of each, by network address. */
const buckets: Record<string, string> = {
  'check-subdomain': 'check-subdomain',
  'create-clinic-with-admin': 'create-clinic',
  'clinic-join': 'clinic-join',
  'check-coupon': 'check-coupon',
  'find-clinics': 'find-clinics',
  'send-contact-request': 'contact-request',
}
/** Reads of a single row, like a page view. */
const reads = ['sign-in-organizations']

let test: TestServer
let scene: Scene
beforeAll(async () => {
  const scenes = await openScenes()
  test = scenes.test
  scene = await scenes.next()
})
afterAll(() => test.close())

const open = actions.filter(({ access }) => access === 'anyone').map(({ name }) => name)

it('every function open to everyone has its rate limit here, or only reads', () => {
  expect([...Object.keys(buckets), ...reads].sort()).toEqual([...open].sort())
})

it.each(Object.entries(buckets))('%s is limited, and says when to retry', async (name, bucket) => {
  const callOnce = async () =>
    test.ask(`/functions/v1/${name}`, {
      method: 'POST',
      body: await functionInputs[name]?.(scene, 'visitor'),
      clinic: scene.world.clinics.one,
    })
  expect((await callOnce()).status).not.toBe(429)
  const [counted] = await test.db.asOwner<{ key: string }>(
    'select key from auth.rate_buckets where key = $1',
    [`${bucket}:unknown`],
  )
  expect(counted).toBeDefined()
  await exhaustLimit(test.db, bucket, 'unknown')
  const refused = await callOnce()
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('the join page accepts ten passwords in a row for one address, across networks', async () => {
  const input = { ...(await functionInputs['clinic-join']?.(scene, 'visitor')), email: 'dana@example.test' }
  await test.db.asOwner('delete from auth.rate_buckets')
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) {
    await test.db.asOwner(`delete from auth.rate_buckets where key = 'clinic-join:unknown'`)
    const answer = await test.ask('/functions/v1/clinic-join', { method: 'POST', body: input })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})
