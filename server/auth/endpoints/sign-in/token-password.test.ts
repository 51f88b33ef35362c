import { describe, expect, it } from 'vitest'
import { createPasswordHasher, passwordHasher } from '#server/auth/hashing/hashing.ts'
import { auditOf, expectRefusal, setUpTestAuth, somebody } from '#testing/sign-in/auth.ts'
import { aClinic, aMembershipOf, aStaffMember } from '#testing/sign-in/people.ts'

const test = setUpTestAuth()

const path = '/token?grant_type=password'
const wrong = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }

describe('a password sign-in', () => {
  it('answers with a session whose token names the user', async () => {
    const person = await somebody(test)
    const { data, error } = await test.client().signInWithPassword(person)
    expect(error).toBeNull()
    const claims = JSON.parse(
      Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(claims).toMatchObject({
      iss: 'http://carefold.localhost:3000/auth/v1',
      aud: 'authenticated',
      sub: person.id,
      email: person.email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      is_anonymous: false,
      app_metadata: { provider: 'email' },
    })
    expect(claims.exp - claims.iat).toBe(3600)
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, expires_at: claims.exp })
    expect(data.user?.last_sign_in_at).toBeDefined()
    expect(await auditOf(test, person.id)).toEqual(['auth.login'])
    expect(await test.auth.verifyAccessToken(data.session?.access_token ?? '')).toMatchObject({
      userId: person.id,
      sessionId: claims.session_id,
    })
  })

  it('names user, session and counter in headers', async () => {
    const person = await somebody(test)
    const { headers } = await test.send('POST', path, { body: person })
    expect(headers.get('sb-auth-user-id')).toBe(person.id)
    expect(headers.get('sb-auth-session-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('sb-auth-refresh-token-counter')).toBe('0')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('refuses a wrong password and a user without one with the same answer', async () => {
    const person = await somebody(test)
    const withoutPassword = await somebody(test, { password: null })
    const deleted = await somebody(test, { changes: 'deleted_at = now()' })
    for (const { email } of [person, withoutPassword, deleted]) {
      await expectRefusal(test, ['POST', path, { body: { email, password: 'not the password' } }], wrong)
    }
    expect(await auditOf(test, person.id)).toEqual(['auth.login_failed', 'auth.login_failed'])
  })

  it('computes one hash in every case (docs/contracts/auth.md D3)', async () => {
    let hashes = 0
    const pool = createPasswordHasher()
    const verify: typeof pool.verify = (hash, password) => {
      hashes += 1
      return pool.verify(hash, password)
    }
    const counting = test.with({}, { ...pool, verify })
    const known = await somebody(counting)
    const withoutPassword = await somebody(counting, { password: null })
    for (const email of [known.email, withoutPassword.email, 'nobody@example.test']) {
      hashes = 0
      await counting.send('POST', path, { body: { email, password: 'not the password' } })
      expect(hashes).toBe(1)
    }
  })

  it('accepts accounts made by clinic-join before they are confirmed (docs/threats.md T31)', async () => {
    const person = await somebody(test, { confirmed: false, changes: 'may_sign_in_unconfirmed = true' })
    const { data } = await test.client().signInWithPassword(person)
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(data.session).not.toBeNull()
  })

  it('replaces a hash of an older cost', async () => {
    const product = test.with({}, passwordHasher)
    const person = await somebody(test)
    // of "correct horse battery", made with 8 MiB and one pass
    const { hash } = await import('@node-rs/argon2')
    const old = await hash(person.password, { algorithm: 2, memoryCost: 8192, timeCost: 1 })
    await test.db.asOwner('update auth.users set password_hash = $2 where id = $1', [person.id, old])
    expect((await product.send('POST', path, { body: person })).status).toBe(200)
    const [row] = await test.db.asOwner('select password_hash from auth.users where id = $1', [person.id])
    expect(row?.password_hash).toMatch(/m=19456,t=2,p=1/)
    expect((await product.send('POST', path, { body: person })).status).toBe(200)
  })

  it.each([
    ['admin', 600],
    ['staff', 600],
    ['member', 600],
    ['patient', 3600],
  ] as const)('gives an active %s a token of %i seconds', async (role, seconds) => {
    const clinic = await aClinic(test.db)
    const person = await somebody(test)
    await aMembershipOf(test.db, { ...(await aStaffMember(test.db, clinic)), userId: person.id }, clinic, {
      role,
    })
    const { body } = await test.send('POST', path, { body: person })
    expect(body.expires_in).toBe(seconds)
  })

  it('gives a suspended admin a token with a patient’s lifetime', async () => {
    const clinic = await aClinic(test.db)
    const person = await somebody(test)
    const somewhere = { ...(await aStaffMember(test.db, clinic)), userId: person.id }
    await aMembershipOf(test.db, somewhere, clinic, { role: 'admin', suspended: true })
    expect((await test.send('POST', path, { body: person })).body.expires_in).toBe(3600)
  })
})
