import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAuth, somebodySignedIn, type TestAuth } from '#testing/auth.ts'

let test: TestAuth
beforeAll(async () => {
  test = await openTestAuth({ rateLimits: { ...noLimits(), token: { burst: 1000, perSeconds: 1 } } })
})
afterAll(() => test.close())

function noLimits() {
  const wide = { burst: 1000, perSeconds: 1 }
  return {
    signup: wide,
    otp: wide,
    magiclink: wide,
    recover: wide,
    resend: wide,
    user: wide,
    verify: wide,
    token: wide,
  }
}

const tables = [
  'one_time_tokens',
  'flow_states',
  'mail_clocks',
  'rate_buckets',
  'sign_in_failures',
  'sessions',
]
const counts = async () => {
  const rows = await Promise.all(tables.map((table) => test.db.asOwner(`select from auth.${table}`)))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.length]))
}
const cleanUp = () => test.auth.jobs.find(({ name }) => name === 'auth.clean-up')?.run({})

it('deletes what has run out, in any number, and nothing that still counts', async () => {
  const person = await somebodySignedIn(test)
  const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
  await test.send('POST', '/recover', { body: { email: person.email, ...pkce } })
  await test.send('POST', '/token?grant_type=password', {
    body: { email: 'x@example.test', password: 'wrong' },
  })
  const before = await counts()
  expect(before).toMatchObject({ one_time_tokens: 1, flow_states: 1, sessions: 1, sign_in_failures: 1 })
  await cleanUp()
  expect(await counts()).toEqual(before)

  await test.db.asOwner(`insert into auth.rate_buckets (key, tokens, allowed, refilled_at)
    select 'old:' || n, 1, true, now() - interval '2 days' from generate_series(1, 250) n`)
  await test.db.asOwner(`update auth.sign_in_failures set last_failed_at = now() - interval '2 days'`)
  await test.db.asOwner(`update auth.sessions set created_at = now() - interval '32 days'`)
  test.clock.advance('P3D')
  expect(await cleanUp()).toMatchObject({
    rate_buckets: 250,
    sessions: 1,
    flow_states: 1,
    one_time_tokens: 1,
  })
  const after = await counts()
  expect(after).toEqual({
    ...after,
    one_time_tokens: 0,
    flow_states: 0,
    mail_clocks: 0,
    sign_in_failures: 0,
    sessions: 0,
  })
  expect(after.rate_buckets).toBe(before.rate_buckets)
})
