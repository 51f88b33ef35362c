import { AsyncResource } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { aSignedInUser, limitsOf, setUpTestAuth } from '#testing/sign-in/auth.ts'
import { addTotp, aUserWithTotp, challenge } from '#testing/sign-in/factors.ts'

const test = setUpTestAuth({ rateLimits: limitsOf({ burst: 1000, perSeconds: 1 }) })

const tables = [
  'one_time_tokens',
  'flow_states',
  'mail_cooldowns',
  'rate_buckets',
  'sign_in_failures',
  'sessions',
  'known_devices',
  'hook_calls',
]
const counts = async () => {
  const rows = await Promise.all(tables.map((table) => test.db.asOwner(`select from auth.${table}`)))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.length]))
}
const cleanUp = () => test.auth.jobs.find(({ name }) => name === 'auth.clean-up')?.run({})

it('deletes what has expired, in any number, and nothing else', async () => {
  const person = await aSignedInUser(test)
  const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
  await test.send('POST', '/recover', { body: { email: person.email, ...pkce } })
  await test.send('POST', '/token?grant_type=password', {
    body: { email: 'x@example.test', password: 'wrong' },
  })
  await test.db.asOwner(
    `insert into auth.hook_calls (hook, payload, created_at) values ('send_email', '{}', $1)`,
    [test.clock.now()],
  )
  const before = await counts()
  expect(before).toMatchObject({
    one_time_tokens: 1,
    flow_states: 1,
    sessions: 1,
    sign_in_failures: 1,
    known_devices: 1,
  })
  await cleanUp()
  expect(await counts()).toEqual(before)

  await test.db.asOwner(`insert into auth.rate_buckets (key, tokens, allowed, refilled_at)
    select 'old:' || n, 1, true, now() - interval '2 days' from generate_series(1, 250) n`)
  await test.db.asOwner(`update auth.sign_in_failures set last_failed_at = now() - interval '2 days'`)
  await test.db.asOwner(`update auth.sessions set created_at = now() - interval '32 days'`)
  await test.db.asOwner(`update auth.known_devices set last_seen_at = now() - interval '181 days'`)
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
    mail_cooldowns: 0,
    sign_in_failures: 0,
    sessions: 0,
    known_devices: 0,
    hook_calls: 0,
  })
  expect(after.rate_buckets).toBe(before.rate_buckets)
})

it.runIf(process.env.TEST_DATABASE_URL)(
  'does not wait for locks: a row in use is left for the next run',
  async () => {
    await test.db.asOwner(`insert into auth.rate_buckets (key, tokens, allowed, refilled_at)
    select 'busy:' || n, 1, true, now() - interval '2 days' from generate_series(1, 3) n`)
    // the job has its own transactions, so it leaves the locking transaction's context
    const elsewhere = AsyncResource.bind(cleanUp)
    const deleted = await test.db.transactions.withSystem('test', async (tx) => {
      await tx.selectFrom('auth.rate_buckets').select('key').where('key', '=', 'busy:2').forUpdate().execute()
      return elsewhere()
    })
    expect(deleted).toMatchObject({ rate_buckets: 2 })
    expect(await cleanUp()).toMatchObject({ rate_buckets: 1 })
  },
)

it('deletes challenges and unverified factors that are a day old', async () => {
  const person = await aUserWithTotp(test)
  const waiting = await addTotp(test, person)
  await challenge(test, person.accessToken, waiting.factorId)
  const left = async () => ({
    factors: (await test.db.asOwner<{ id: string }>('select id from auth.mfa_factors')).map(({ id }) => id),
    challenges: (await test.db.asOwner('select from auth.mfa_challenges')).length,
  })
  await test.db.asOwner(`update auth.mfa_challenges set created_at = now() - interval '2 days'`)
  await cleanUp()
  expect(await left()).toMatchObject({ challenges: 0, factors: { length: 2 } })
  await test.db.asOwner(`update auth.mfa_factors set created_at = now() - interval '2 days'`)
  await cleanUp()
  expect((await left()).factors).toEqual([person.totp.factorId])
})
