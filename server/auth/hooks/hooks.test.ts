import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEncryptionKey } from '#server/platform/secret-box.ts'
import { aSignedInUser, expectRefusal, openTestAuth, somebody, type TestAuth } from '#testing/sign-in/auth.ts'
import type { HookTransport } from './http-hook.ts'

type Answer = unknown | ((payload: Record<string, never>) => unknown)

const names = [
  'before_user_created',
  'after_user_created',
  'custom_access_token',
  'mfa_verification_attempt',
  'password_verification_attempt',
  'send_email',
  'send_sms',
]
const secret = `v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`
const httpEnv = (...hooks: string[]) =>
  Object.fromEntries(
    hooks.flatMap((hook) => [
      [`HOOK_${hook.toUpperCase()}_URI`, `https://hooks.example/${hook}`],
      [`HOOK_${hook.toUpperCase()}_SECRETS`, secret],
    ]),
  )

/** The operator's server: answers by hook, and the calls it received. */
function operator() {
  const answers: Record<string, Answer> = {}
  // biome-ignore lint/suspicious/noExplicitAny: the wire's JSON, whose shape the test is there to check
  const asked: { hook: string; payload: any }[] = []
  const transport: HookTransport = {
    fetch: async (input, init) => {
      const hook = new URL(String(input)).pathname.slice(1)
      const payload = JSON.parse(String(init?.body))
      asked.push({ hook, payload })
      const answer = answers[hook] ?? {}
      return Response.json(typeof answer === 'function' ? answer(payload) : answer)
    },
    backOff: async () => {},
    totalMs: 5_000,
    now: () => new Date(),
  }
  return { answers, asked, transport }
}

const refusal = (http_code: number, message: string) => ({ error: { http_code, message } })
const password = 'a quiet long password'
let made = 0
const newEmail = () => `hooked-${++made}@example.test`

describe('hooks over HTTP', () => {
  let test: TestAuth
  const { answers, asked, transport } = operator()
  beforeAll(async () => {
    const plain = await openTestAuth({}, { env: httpEnv(...names) })
    test = plain.withOperator({ hookTransport: transport })
  })
  afterAll(() => test.close())
  const of = (hook: string) => asked.filter((call) => call.hook === hook).map(({ payload }) => payload)
  const deliver = () => test.auth.jobs.find(({ name }) => name === 'auth.hook-call')
  const waiting = () =>
    test.db.asOwner<{ id: string; hook: string; payload: object }>('select * from auth.hook_calls')
  const deliverAll = async () => {
    for (const { id } of await waiting()) await deliver()?.run({ callId: id } as object)
  }

  it('before_user_created gets the new user, and may refuse: nothing is stored', async () => {
    const email = newEmail()
    answers.before_user_created = refusal(403, 'Not from this domain.')
    const body = { email, password, data: { city: 'Oslo' } }
    await expectRefusal(test, ['POST', '/signup', { body }], {
      status: 403,
      code: 'unknown',
      message: 'Not from this domain.',
    })
    expect(of('before_user_created').at(-1)).toMatchObject({
      metadata: { name: 'before-user-created', ip_address: '192.0.2.7' },
      user: { email, user_metadata: { city: 'Oslo' }, app_metadata: { provider: 'email' } },
    })
    expect(await test.db.asOwner('select from auth.users where email = $1', [email])).toEqual([])
    delete answers.before_user_created
  })

  it('after_user_created is called by a job, once', async () => {
    const email = newEmail()
    const token = await test.auth.serviceToken()
    const { body } = await test.send('POST', '/admin/users', { token, body: { email } })
    expect(of('after_user_created')).toEqual([])
    await deliverAll()
    expect(of('after_user_created')).toMatchObject([
      { metadata: { name: 'after-user-created' }, user: { id: body.id, email } },
    ])
    expect(await waiting()).toEqual([])
  })

  it('custom_access_token adds claims, and is called on a refresh', async () => {
    answers.custom_access_token = ({ claims }: { claims: object }) => ({
      claims: { ...claims, clinic_role: 'admin' },
    })
    const person = await aSignedInUser(test)
    const claims = (await test.auth.verifyAccessToken(person.accessToken))?.claims
    expect(claims).toMatchObject({ clinic_role: 'admin', sub: person.id })
    await test.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: person.refreshToken },
    })
    expect(of('custom_access_token').map((payload) => payload.authentication_method)).toEqual([
      'password',
      'token_refresh',
    ])
    expect(of('custom_access_token')[0]).toMatchObject({
      user_id: person.id,
      claims: { iss: 'http://carefold.localhost:3000/auth/v1', exp: expect.any(Number) },
    })
  })

  it.each([
    ['leaves out', ({ claims }: { claims: object }) => ({ claims: { ...claims, session_id: undefined } })],
    ['empties', ({ claims }: { claims: object }) => ({ claims: { ...claims, role: null } })],
    ['changes', ({ claims }: { claims: object }) => ({ claims: { ...claims, sub: crypto.randomUUID() } })],
    [
      'prolongs',
      ({ claims }: { claims: { exp: number } }) => ({ claims: { ...claims, exp: claims.exp + 9 } }),
    ],
    ['answers without', () => ({})],
  ])('custom_access_token that %s a required claim is an internal error', async (_name, answer) => {
    answers.custom_access_token = answer
    const body = await somebody(test)
    const { status } = await test.send('POST', '/token?grant_type=password', { body })
    expect(status).toBe(500)
    delete answers.custom_access_token
    answers.custom_access_token = ({ claims }: { claims: object }) => ({ claims })
  })

  it('password_verification_attempt gets right and wrong passwords, and may reject and sign out', async () => {
    const person = await aSignedInUser(test)
    const path = '/token?grant_type=password'
    answers.password_verification_attempt = {
      decision: 'reject',
      message: 'Locked by us.',
      should_logout_user: true,
    }
    for (const given of [person.password, 'not the password']) {
      const body = { email: person.email, password: given }
      const refused = { status: 400, code: 'invalid_credentials', message: 'Locked by us.' }
      await expectRefusal(test, ['POST', path, { body }], refused)
    }
    const attempts = of('password_verification_attempt').slice(-4)
    expect(attempts.map(({ user_id, valid }) => [user_id, valid])).toEqual([
      [person.id, true],
      [person.id, true],
      [person.id, false],
      [person.id, false],
    ])
    const gone = await test.send('GET', '/user', { token: person.accessToken })
    expect(gone.body.error_code).toBe('session_not_found')
    answers.password_verification_attempt = { decision: 'perhaps' }
    const body = { email: person.email, password: person.password }
    expect((await test.send('POST', path, { body })).status).toBe(500)
    delete answers.password_verification_attempt
    expect((await test.send('POST', path, { body })).status).toBe(200)
  })

  it('send_email gets link and code instead of a mail, within the transaction', async () => {
    const person = await somebody(test)
    await test.send('POST', '/recover', { body: { email: person.email } })
    expect(await test.mailCount(person.email)).toBe(0)
    await deliverAll()
    const call = of('send_email').at(-1)
    expect(call).toMatchObject({
      user: { id: person.id, email: person.email },
      email_data: { email_action_type: 'recovery', token: expect.stringMatching(/^\d{6}$/) },
    })
    const body = { type: 'recovery', token_hash: call.email_data.token_hash }
    expect((await test.send('POST', '/verify', { body })).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  it('a failing hook’s call stays queued for the next try, and the answer is the usual one', async () => {
    const person = await somebody(test)
    answers.send_email = refusal(503, `Try ${person.email} later`)
    expect((await test.send('POST', '/recover', { body: { email: person.email } })).status).toBe(200)
    await expect(deliverAll()).rejects.toThrow('Try')
    // the hook's text may contain personal data
    expect(await waiting()).toMatchObject([
      { hook: 'send_email', attempts: 1, last_error: 'Try <address> later' },
    ])
    delete answers.send_email
    await deliverAll()
    expect(await waiting()).toEqual([])
  })

  it('send_sms gets the code, which the database never shows', async () => {
    const phoned = test.with({ phoneProvider: true }).withOperator({ hookTransport: transport })
    const phone = '15550100777'
    const { status } = await phoned.send('POST', '/otp', { body: { phone } })
    expect(status).toBe(200)
    const [call] = (await waiting()).filter(({ hook }) => hook === 'send_sms')
    expect(JSON.stringify(call?.payload)).not.toMatch(/\d{6}"/)
    await deliverAll()
    const { sms } = of('send_sms').at(-1)
    expect(sms).toEqual({ otp: expect.stringMatching(/^\d{6}$/), phone: `+${phone}` })
    const body = { type: 'sms', phone, token: sms.otp }
    expect((await phoned.send('POST', '/verify', { body })).status).toBe(200)
  })
})

describe('hooks in SQL', () => {
  let test: TestAuth
  beforeAll(async () => {
    const env = Object.fromEntries(
      names.map((name) => [
        `HOOK_${name.toUpperCase()}_URI`,
        `pg-functions://postgres/hooks_of_test/${name}`,
      ]),
    )
    test = await openTestAuth({}, { env: { ...env, ENCRYPTION_KEY: makeEncryptionKey() } })
    await test.db.asOwner('create schema hooks_of_test')
    await test.db.asOwner('create table hooks_of_test.calls (hook text, payload jsonb)')
    await test.db.asOwner('grant usage on schema hooks_of_test to system')
    for (const name of names) await answer(name, `'{}'::jsonb`)
    await test.db.asOwner('grant execute on all functions in schema hooks_of_test to system')
    await answer(
      'custom_access_token',
      `jsonb_build_object('claims', event -> 'claims' || '{"from_sql": true}')`,
    )
  })
  afterAll(() => test.close())
  const answer = (name: string, expression: string) =>
    test.db.asOwner(`create or replace function hooks_of_test.${name}(event jsonb) returns jsonb
      language plpgsql security definer set search_path = '' as $$ begin
        insert into hooks_of_test.calls values ('${name}', event); return ${expression}; end $$`)
  const callsOf = (name: string) =>
    test.db.asOwner<{ payload: Record<string, unknown> }>(
      'select payload from hooks_of_test.calls where hook = $1',
      [name],
    )

  it('run in the caller’s transaction: a refusal undoes the sign-up and what the hook itself wrote', async () => {
    const email = newEmail()
    await answer('before_user_created', `'{"error": {"http_code": 422, "message": "Closed."}}'::jsonb`)
    const refused = { status: 422, code: 'unknown', message: 'Closed.' }
    await expectRefusal(test, ['POST', '/signup', { body: { email, password } }], refused)
    expect(await callsOf('before_user_created')).toEqual([])
    await answer('before_user_created', `'{}'::jsonb`)
    expect((await test.send('POST', '/signup', { body: { email, password } })).status).toBe(200)
    expect(await callsOf('after_user_created')).toMatchObject([{ payload: { user: { email } } }])
    const [mail] = await callsOf('send_email')
    expect(mail?.payload).toMatchObject({ email_data: { email_action_type: 'signup' } })
    expect(await test.mailCount(email)).toBe(0)
  })

  it('can change tokens and reject passwords', async () => {
    const person = await aSignedInUser(test)
    expect((await test.auth.verifyAccessToken(person.accessToken))?.claims.from_sql).toBe(true)
    await answer(
      'password_verification_attempt',
      `'{"decision": "reject", "should_logout_user": true}'::jsonb`,
    )
    const { email, password } = person
    const refused = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
    await expectRefusal(test, ['POST', '/token?grant_type=password', { body: { email, password } }], refused)
    expect((await test.send('GET', '/user', { token: person.accessToken })).status).toBe(403)
    await answer('password_verification_attempt', `'{}'::jsonb`)
  })

  it.runIf(process.env.TEST_DATABASE_URL)('have two seconds', async () => {
    await answer('before_user_created', `(select '{}'::jsonb from pg_catalog.pg_sleep(30))`)
    const body = { email: newEmail(), password }
    await expectRefusal(test, ['POST', '/signup', { body }], { status: 422, code: 'hook_timeout' })
    await answer('before_user_created', `'{}'::jsonb`)
  })
})

it('no hook is called where none is configured', async () => {
  const { asked, transport } = operator()
  const test = (await openTestAuth()).withOperator({ hookTransport: transport })
  await test.send('POST', '/signup', { body: { email: newEmail(), password } })
  await aSignedInUser(test)
  expect(asked).toEqual([])
  await test.close()
})
