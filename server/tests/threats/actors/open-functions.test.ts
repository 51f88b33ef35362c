// Functions open to everyone are rate-limited, against guessing, flooding and endless hashing (docs/threats.md T20).
import { afterAll, expect, it } from 'vitest'
import { actions } from '#server/features.ts'
import { exhaustLimit } from '#testing/database/rate-limits.ts'
import { openScenes } from '../scene.ts'
import { functionInputs, sampleCalls } from './function-inputs.ts'

const scenes = await openScenes()
const test = scenes.test
afterAll(() => test.close())
const scene = await scenes.next()

const open = actions.filter(({ access }) => access === 'anyone').map(({ name }) => name)
const limits = open.map((name) => ({ name, bucket: sampleCalls[name]?.limit }))

it('the sample call of every function open to everyone names its rate limit, or that it only reads', () => {
  expect(limits.filter(({ bucket }) => bucket === undefined)).toEqual([])
})

const limited = limits.flatMap(({ name, bucket }) => (bucket ? [{ name, bucket }] : []))
it.each(limited)('$name is limited, and says when to retry', async ({ name, bucket }) => {
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
