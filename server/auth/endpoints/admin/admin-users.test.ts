import type { AuthClient } from '@supabase/auth-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { bannedUntil } from '#server/auth/accounts/admin-change.ts'
import { adminClient, aSignedInUser, auditOf, setUpTestAuth, somebody } from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()
let token: string
let admin: ReturnType<typeof adminClient>
beforeAll(async () => {
  token = await test.auth.serviceToken()
  admin = adminClient(test, token)
})

describe('creating', () => {
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
