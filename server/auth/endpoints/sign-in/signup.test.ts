import { describe, expect, it } from 'vitest'
import { passwordHasher } from '#server/auth/hashing/hashing.ts'
import { auditOf, expectRefusal, type SendOptions, setUpTestAuth, somebody } from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()

const password = 'a quiet long password'

describe('POST /signup refuses', () => {
  it.each<[string, object, number, string, (string | RegExp)?]>([
    [
      'a password over the limit',
      { email: 'a@b.test', password: 'x'.repeat(1025) },
      400,
      'validation_failed',
    ],
    [
      'a short password',
      { email: 'a@b.test', password: 'seven77' },
      422,
      'weak_password',
      'Password should be at least 8 characters.',
    ],
    [
      'a well-known password',
      { email: 'a@b.test', password: 'Password1' },
      422,
      'weak_password',
      /^Password is known to be weak/,
    ],
    [
      'the local part as password',
      { email: 'robin.miller@b.test', password: 'robin.miller1' },
      422,
      'weak_password',
    ],
    [
      'the clinic’s name as password',
      { email: 'a@b.test', password: 'Harbor Clinic 7', data: { clinicName: 'Harbor Clinic' } },
      422,
      'weak_password',
    ],
  ])('%s', async (_name, body, status, code, message) => {
    await expectRefusal(test, ['POST', '/signup', { body }], {
      status,
      code,
      ...(message ? { message } : {}),
    })
    expect(await test.mailCount('a@b.test')).toBe(0)
  })

  it.each<[string, SendOptions, number, string]>([
    ['a body nested too deeply', { rawBody: `${'['.repeat(5000)}${']'.repeat(5000)}` }, 400, 'bad_json'],
    ['half of a surrogate pair', { rawBody: '{"data":{"a":"\\ud800"},"email":"a@b.test"}' }, 400, 'bad_json'],
  ])('%s', async (_name, options, status, code) => {
    await expectRefusal(test, ['POST', '/signup', options], { status, code })
  })

  it('a new user for another audience', async () => {
    const request = { body: { email: 'a@b.test', password }, headers: { 'x-jwt-aud': 'service_role' } }
    await expectRefusal(test, ['POST', '/signup', request], { status: 400, code: 'validation_failed' })
    await expectRefusal(test, ['POST', '/otp', request], { status: 400, code: 'validation_failed' })
  })

  it('names the reasons of a weak password in both error shapes, and auth-js understands them', async () => {
    const body = { email: 'a@b.test', password: 'qwerty' }
    const reasons = ['length']
    const modern = await test.send('POST', '/signup', {
      body,
      headers: { 'x-supabase-api-version': '2025-01-01' },
    })
    expect(modern.body).toMatchObject({ code: 'weak_password', weak_password: { reasons } })
    expect((await test.send('POST', '/signup', { body })).body).toMatchObject({
      code: 422,
      weak_password: { reasons },
    })
    const { error } = await test.client().signUp({ email: 'a@b.test', password: 'password' })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] })
  })
})

describe('POST /signup with a new address', () => {
  // spec: A3 A sign-up stores identity and metadata
  // spec: A7 Sign-up answers with the user
  it('answers with the user and no session, stores identity and metadata, and mails a confirmation', async () => {
    const { data, error } = await test.client().signUp({
      email: 'New.Person@Example.test',
      password,
      options: { data: { full_name: 'New Person' } },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email: 'new.person@example.test',
      role: 'authenticated',
      aud: 'authenticated',
      phone: '',
      confirmation_sent_at: test.clock.now().toISOString(),
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'New Person', email_verified: false, sub: data.user?.id },
      identities: [{ provider: 'email', id: data.user?.id, email: 'new.person@example.test' }],
    })
    const mail = await test.mailTo('new.person@example.test')
    expect(mail.template).toBe('confirm-sign-up')
    expect(mail.code).toMatch(/^\d{6}$/)
    expect(await auditOf(test, data.user?.id ?? '')).toEqual(['auth.user_confirmation_requested'])
  })

  it('never shows or stores the password, the link or the code in the clear', async () => {
    const product = test.with({}, passwordHasher)
    await product.send('POST', '/signup', { body: { email: 'secret@example.test', password } })
    const mail = await test.mailTo('secret@example.test')
    const [row] = await test.db.asOwner<{ everything: string }>(
      `select to_jsonb(u)::text || (select string_agg(to_jsonb(t)::text, '') from auth.one_time_tokens t) as everything
         from auth.users u where email = 'secret@example.test'`,
    )
    expect(row?.everything).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    for (const secret of [password, mail.tokenHash, `"${mail.code}"`])
      expect(row?.everything).not.toContain(secret)
  })

  it('makes one user when the same address signs up twice at the same moment', async () => {
    const free = test.with({ mailIntervalSeconds: 0 })
    const body = { email: 'twice@example.test', password }
    const answers = await Promise.all([1, 2, 3, 4].map(() => free.send('POST', '/signup', { body })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await free.db.asOwner(`select from auth.users where email = 'twice@example.test'`)).toHaveLength(1)
  })
})

describe('POST /signup with a known address (docs/contracts/auth.md D18)', () => {
  it.each(['confirmed', 'unconfirmed'])(
    'answers each sign-up of a %s user with the same ids',
    async (kind) => {
      const owner = await somebody(test, { confirmed: kind === 'confirmed' })
      const ids: object[] = []
      for (const _time of [1, 2]) {
        const body = { email: owner.email, password }
        const { id, identities, user_metadata } = (await test.send('POST', '/signup', { body })).body
        ids.push({ id, identity: identities[0].identity_id, sub: user_metadata.sub })
        test.clock.advance('PT61S')
      }
      expect(ids[1]).toEqual(ids[0])
      const [first] = ids as { id: string }[]
      // the account's own id only while its address is not proven
      if (kind === 'confirmed') expect(first?.id).not.toBe(owner.id)
      else expect(first?.id).toBe(owner.id)
    },
  )

  it('answers the second sign-up with a new address with the id of the first', async () => {
    const body = { email: 'twice@example.test', password }
    const first = await test.send('POST', '/signup', { body })
    test.clock.advance('PT61S')
    const second = await test.send('POST', '/signup', { body })
    expect(second.body.id).toBe(first.body.id)
    expect(second.body.identities[0].identity_id).toBe(first.body.identities[0].identity_id)
  })

  it('changes nothing, notifies the owner by mail, and is audited', async () => {
    const owner = await somebody(test)
    const before = await test.db.asOwner('select * from auth.users where id = $1', [owner.id])
    const { body } = await test.send('POST', '/signup', {
      body: { email: owner.email, password: 'another password' },
    })
    expect(body.id).not.toBe(owner.id)
    expect(await test.db.asOwner('select * from auth.users where id = $1', [owner.id])).toEqual(before)
    const mail = await test.mailTo(owner.email)
    expect(mail.template).toBe('already-registered')
    expect(mail.links).toEqual([
      'http://carefold.localhost:3000/login',
      'http://carefold.localhost:3000/forgot-password',
    ])
    expect(await auditOf(test, owner.id)).toEqual(['auth.user_repeated_signup'])
  })

  it('retains an unconfirmed user’s password and metadata, and replaces the old link', async () => {
    const body = { email: 'again@example.test', password, data: { full_name: 'First' } }
    await test.send('POST', '/signup', { body })
    const first = await test.mailTo(body.email)
    test.clock.advance('PT61S')
    await test.send('POST', '/signup', {
      body: { ...body, password: 'a second password', data: { full_name: 'Second' } },
    })
    const second = await test.mailTo(body.email)
    const used = await test.send('POST', '/verify', { body: { type: 'signup', token_hash: first.tokenHash } })
    expect(used.status).toBe(403)
    const confirmed = await test.send('POST', '/verify', {
      body: { type: 'signup', token_hash: second.tokenHash, password },
    })
    expect(confirmed.body.user.user_metadata.full_name).toBe('First')
    const signIn = await test.client().signInWithPassword({ email: body.email, password })
    expect(signIn.error).toBeNull()
  })
})
