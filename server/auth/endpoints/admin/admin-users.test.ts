import type { AuthClient } from '@supabase/auth-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { bannedUntil } from '#server/auth/accounts/admin-change.ts'
import {
  adminClient,
  aSignedInUser,
  auditOf,
  expectRefusal,
  setUpTestAuth,
  somebody,
} from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()
let token: string
let admin: ReturnType<typeof adminClient>
beforeAll(async () => {
  token = await test.auth.serviceToken()
  admin = adminClient(test, token)
})

const nobody = '00000000-0000-4000-8000-000000000000'

describe('refused', () => {
  it.each<[string, string, string, object | undefined, number, string]>([
    ['a bad page', 'GET', '/admin/users?page=x', undefined, 400, 'validation_failed'],
    ['a bad page size', 'GET', '/admin/users?per_page=-1', undefined, 400, 'validation_failed'],
    ['a filter with a NUL', 'GET', '/admin/users?filter=%00', undefined, 400, 'validation_failed'],
    ['a bad order', 'GET', '/admin/users?sort=email', undefined, 400, 'validation_failed'],
    ['neither address nor number', 'POST', '/admin/users', {}, 400, 'validation_failed'],
    ['a bad address', 'POST', '/admin/users', { email: 'nope' }, 400, 'validation_failed'],
    ['a bad number', 'POST', '/admin/users', { phone: '1-555' }, 400, 'validation_failed'],
    [
      'a password and a hash',
      'POST',
      '/admin/users',
      { email: 'a@b.test', password: 'x', password_hash: 'y' },
      400,
      'validation_failed',
    ],
    [
      'a hash in an unknown format',
      'POST',
      '/admin/users',
      { email: 'a@b.test', password_hash: '$1$abc' },
      400,
      'validation_failed',
    ],
    ['a bad id', 'POST', '/admin/users', { email: 'a@b.test', id: '7' }, 400, 'validation_failed'],
    [
      'a bad ban',
      'POST',
      '/admin/users',
      { email: 'a@b.test', ban_duration: 'long' },
      400,
      'validation_failed',
    ],
    ['a malformed id (get)', 'GET', '/admin/users/7', undefined, 404, 'validation_failed'],
    ['a malformed id (put)', 'PUT', '/admin/users/7', {}, 404, 'validation_failed'],
    ['a malformed id (delete)', 'DELETE', '/admin/users/7', {}, 404, 'validation_failed'],
    ['an unknown id (get)', 'GET', `/admin/users/${nobody}`, undefined, 404, 'user_not_found'],
    ['an unknown id (put)', 'PUT', `/admin/users/${nobody}`, {}, 404, 'user_not_found'],
    ['an unknown id (delete)', 'DELETE', `/admin/users/${nobody}`, {}, 404, 'user_not_found'],
    ['an invitation to a bad address', 'POST', '/invite', { email: 'nope' }, 400, 'validation_failed'],
    ['an invitation without an address', 'POST', '/invite', {}, 400, 'validation_failed'],
  ])('%s', async (_name, method, path, body, status, code) => {
    await expectRefusal(test, [method, path, { token, ...(body ? { body } : {}) }], { status, code })
    expect(await test.db.asOwner(`select from auth.users where email = 'a@b.test'`)).toEqual([])
  })

  it('a taken address, when creating, changing and inviting', async () => {
    const [one, two] = [await somebody(test), await somebody(test)]
    const taken = {
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    }
    await expectRefusal(test, ['POST', '/admin/users', { token, body: { email: one.email } }], taken)
    await expectRefusal(test, ['PUT', `/admin/users/${two.id}`, { token, body: { email: one.email } }], taken)
    await expectRefusal(test, ['POST', '/invite', { token, body: { email: one.email } }], taken)
  })

  it('a weak password on a change', async () => {
    const { id } = await somebody(test)
    const request = { token, body: { password: 'password' } }
    await expectRefusal(test, ['PUT', `/admin/users/${id}`, request], { status: 422, code: 'weak_password' })
  })
})

describe('creating', () => {
  it('makes a confirmed user who can sign in, and sends no mail', async () => {
    const email = 'made@example.test'
    const { data, error } = await admin.createUser({
      id: crypto.randomUUID(),
      email,
      password: 'short',
      email_confirm: true,
      user_metadata: { full_name: 'Made' },
      app_metadata: { tenant: 'x' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      user_metadata: { full_name: 'Made', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'], tenant: 'x' },
    })
    expect(await test.mailCount(email)).toBe(0)
    expect((await test.client().signInWithPassword({ email, password: 'short' })).error).toBeNull()
  })

  it('accepts an argon2id hash, a role and a ban', async () => {
    const from = await somebody(test)
    const [row] = await test.db.asOwner<{ password_hash: string }>(
      'select password_hash from auth.users where id = $1',
      [from.id],
    )
    const email = 'imported@example.test'
    const made = await admin.createUser({
      email,
      password_hash: row?.password_hash ?? '',
      email_confirm: true,
      role: 'auditor',
      ban_duration: '1h',
    })
    expect(made.data.user).toMatchObject({ role: 'auditor', banned_until: expect.any(String) })
    const signIn = () => test.client().signInWithPassword({ email, password: from.password })
    expect((await signIn()).error?.code).toBe('user_banned')
    await admin.updateUserById(made.data.user?.id ?? '', { ban_duration: 'none' })
    expect((await signIn()).error).toBeNull()
  })
})

describe('changing', () => {
  it('changes address and password at once, and ends all sessions', async () => {
    const person = await aSignedInUser(test)
    const email = 'changed@example.test'
    const { data, error } = await admin.updateUserById(person.id, {
      email,
      password: 'a different password',
      email_confirm: true,
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, identities: [{ email }] })
    expect((await test.send('GET', '/user', { token: person.accessToken })).status).toBe(403)
    expect(
      (await test.client().signInWithPassword({ email, password: 'a different password' })).error,
    ).toBeNull()
    expect(await auditOf(test, person.id)).toContain('auth.user_modified')
  })

  it('merges metadata, and null deletes', async () => {
    const { id } = await somebody(test)
    await admin.updateUserById(id, { app_metadata: { a: 1, b: 2 }, user_metadata: { c: 3 } })
    const { data } = await admin.updateUserById(id, { app_metadata: { a: null } })
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], b: 2 })
    expect(data.user?.user_metadata.c).toBe(3)
  })

  it('confirms an address', async () => {
    const person = await somebody(test, { confirmed: false })
    await admin.updateUserById(person.id, { email_confirm: true })
    expect((await test.client().signInWithPassword(person)).error).toBeNull()
  })
})

describe('listing', () => {
  it('pages, counts, sorts and filters', async () => {
    for (const letter of ['a', 'b', 'c']) await somebody(test, { email: `list-${letter}@paging.test` })
    const first = await admin.listUsers({ page: 1, perPage: 2 })
    expect(first.data.users).toHaveLength(2)
    const answer = await test.send(
      'GET',
      '/admin/users?filter=paging.test&per_page=2&sort=created_at%20asc',
      { token },
    )
    expect(answer.body).toMatchObject({ aud: 'authenticated', users: [{}, {}] })
    expect(answer.headers.get('x-total-count')).toBe('3')
    expect(answer.headers.get('link')).toMatch(/page=2>; rel="next", <.*page=2>; rel="last"/)
    const last = await test.send('GET', '/admin/users?filter=paging.test&per_page=2&page=2', { token })
    expect(last.body.users).toHaveLength(1)
    expect(last.headers.get('link')).not.toContain('next')
  })

  it('matches % and _ in a filter literally', async () => {
    expect((await test.send('GET', '/admin/users?filter=%25', { token })).body.users).toEqual([])
  })
})

describe('deleting', () => {
  it('removes the user and all their data', async () => {
    const person = await aSignedInUser(test)
    expect((await admin.deleteUser(person.id)).error).toBeNull()
    expect((await admin.getUserById(person.id)).error?.code).toBe('user_not_found')
    expect((await test.send('GET', '/user', { token: person.accessToken })).body.error_code).toBe(
      'user_not_found',
    )
    expect(await auditOf(test, person.id)).toContain('auth.user_deleted')
  })

  it('softly retains the row without personal data, and frees the address', async () => {
    const person = await aSignedInUser(test)
    expect((await admin.deleteUser(person.id, true)).error).toBeNull()
    const [row] = await test.db.asOwner('select * from auth.users where id = $1', [person.id])
    expect(JSON.stringify(row)).not.toContain(person.email)
    expect(row).toMatchObject({ password_hash: null, user_metadata: {} })
    expect((await test.send('GET', '/user', { token: person.accessToken })).status).toBe(403)
    expect((await admin.createUser({ email: person.email })).error).toBeNull()
  })

  it('a softly deleted user can be read and listed, not changed, and deleted for good', async () => {
    const person = await aSignedInUser(test)
    await admin.deleteUser(person.id, true)
    const { data } = await admin.getUserById(person.id)
    expect(data.user).toMatchObject({ id: person.id, deleted_at: expect.any(String), identities: [] })
    const { email: hashed = '' } = data.user ?? {}
    const listed = await test.send('GET', `/admin/users?filter=${hashed}`, {
      token: await test.auth.serviceToken(),
    })
    expect(listed.body.users.map(({ id }: { id: string }) => id)).toEqual([person.id])
    expect((await admin.mfa.listFactors({ userId: person.id })).data?.factors).toEqual([])
    const change = await admin.updateUserById(person.id, { email: 'back@example.test' })
    expect(change.error?.code).toBe('user_not_found')
    // idempotent
    expect((await admin.deleteUser(person.id, true)).error).toBeNull()
    expect((await admin.getUserById(person.id)).data.user?.email).toBe(hashed)
    expect((await admin.deleteUser(person.id)).error).toBeNull()
    expect((await admin.getUserById(person.id)).error?.code).toBe('user_not_found')
    expect(await test.db.asOwner('select from auth.users where id = $1', [person.id])).toEqual([])
  })
})

describe('POST /invite', () => {
  it('makes a user without a password, who accepts by link and sets one', async () => {
    const email = 'invited@example.test'
    const { data, error } = await admin.inviteUserByEmail(email, { data: { full_name: 'In Vited' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      confirmation_sent_at: expect.any(String),
    })
    const mail = await test.mailTo(email)
    expect([mail.template, mail.code]).toEqual(['invite', ''])
    const client: InstanceType<typeof AuthClient> = test.client()
    const accepted = await client.verifyOtp({ type: 'invite', token_hash: mail.tokenHash })
    expect(accepted.data.user?.user_metadata.full_name).toBe('In Vited')
    expect((await client.updateUser({ password: 'a quiet long password' })).error).toBeNull()
    expect(
      (await test.client().signInWithPassword({ email, password: 'a quiet long password' })).error,
    ).toBeNull()
    expect(await auditOf(test, data.user?.id ?? '')).toEqual(
      expect.arrayContaining(['auth.user_invited', 'auth.invite_accepted']),
    )
  })

  it('sends a new link at once when repeated, valid for 72 hours', async () => {
    const email = 'invited-again@example.test'
    await admin.inviteUserByEmail(email)
    const first = await test.mailTo(email)
    test.clock.advance('PT1S')
    await admin.inviteUserByEmail(email)
    const second = await test.mailTo(email)
    const use = (token_hash: string) => test.send('POST', '/verify', { body: { type: 'invite', token_hash } })
    expect((await use(first.tokenHash)).status).toBe(403)
    test.clock.advance('PT71H59M')
    expect((await use(second.tokenHash)).status).toBe(200)
  })
})

it.each([
  ['none', null],
  ['0s', null],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['300ms', 300],
])('a ban of %s', (duration, ms) => {
  const now = new Date('2026-01-01T00:00:00Z')
  expect(bannedUntil(duration, now)?.getTime() ?? null).toBe(ms === null ? null : now.getTime() + ms)
})

it.each(['', 'h', '5', '1h 2m', '-1h', '1d'])('refuses a ban of "%s"', (duration) => {
  expect(() => bannedUntil(duration, new Date())).toThrow('invalid format for ban duration')
})
