import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  expectRefusal,
  type SignedIn,
  setUpTestAuth,
  signIn,
} from '#testing/sign-in/auth.ts'
import { aUserWithTotp, claimsOf, passTotp } from '#testing/sign-in/factors.ts'

const test = setUpTestAuth()

const path = '/factors/recovery-codes'
const call = (
  method: string,
  sub: string,
  { accessToken: token }: Pick<SignedIn, 'accessToken'>,
  body?: object,
) => test.send(method, `${path}${sub}`, { token, ...(body ? { body } : {}) })

async function userWithCodes() {
  const person = await aUserWithTotp(test)
  const { body } = await call('POST', '', person)
  return { ...person, codes: body.codes as string[], factorId: body.id as string }
}

describe('recovery codes', () => {
  it('are ten, shown once, and stored as hashes', async () => {
    const person = await aUserWithTotp(test)
    const { status, body } = await call('POST', '', person, { friendly_name: 'On paper' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'recovery_code', friendly_name: 'On paper', total: 10 })
    expect(new Set(body.codes).size).toBe(10)
    for (const code of body.codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{16}$/)
    const rows = await test.db.asOwner<{ whole: string }>(
      'select c::text as whole from auth.mfa_recovery_codes c where factor_id = $1',
      [body.id],
    )
    expect(rows).toHaveLength(10)
    expect(rows.some(({ whole }) => body.codes.some((code: string) => whole.includes(code)))).toBe(false)
    expect(await auditOf(test, person.id)).toContain('auth.recovery_codes_generated')
  })

  it('are listed among the factors', async () => {
    const person = await userWithCodes()
    const { body } = await test.send('GET', '/user', { token: person.accessToken })
    expect(body.factors).toMatchObject([
      { factor_type: 'totp', status: 'verified' },
      { factor_type: 'recovery_code', status: 'verified', friendly_name: 'Recovery codes' },
    ])
  })

  it('report how many are left, at any level', async () => {
    const person = await userWithCodes()
    const low = await signIn(test, person)
    const { body } = await call('GET', '', low)
    expect(body).toEqual({ id: person.factorId, type: 'recovery_code', total: 10, remaining: 10 })
  })

  it('step a session up, each once, however they are typed', async () => {
    const person = await userWithCodes()
    const low = await signIn(test, person)
    const typed = (person.codes[3] ?? '').toUpperCase().replace(/(.{4})/g, '$1- ')
    const answer = await call('POST', '/verify', low, { code: typed })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('sb-auth-session-id')).toBe(low.sessionId)
    expect(claimsOf(answer.body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    })
    expect((await call('GET', '', person)).body.remaining).toBe(9)
    const again = await signIn(test, person)
    await expectRefusal(
      test,
      ['POST', `${path}/verify`, { token: again.accessToken, body: { code: typed } }],
      {
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid recovery code entered',
      },
    )
  })

  it('can be used by only one of two concurrent requests', async () => {
    const person = await userWithCodes()
    const [one, two] = [await signIn(test, person), await signIn(test, person)]
    const body = { code: person.codes[0] ?? '' }
    const answers = await Promise.all([
      call('POST', '/verify', one, body),
      call('POST', '/verify', two, body),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('notify the owner by mail when one is used, without showing it', async () => {
    const person = await userWithCodes()
    const code = person.codes[0] ?? ''
    await call('POST', '/verify', await signIn(test, person), { code })
    const mail = await test.mailTo(person.email)
    expect(mail).toMatchObject({ template: 'recovery-code-used', subject: 'A recovery code was used' })
    expect(mail.text).toContain('9 codes are left')
    expect(mail.text + mail.html).not.toContain(code)
  })

  it('are all replaced together', async () => {
    const person = await userWithCodes()
    const madeAt = async () =>
      (
        await test.db.asOwner<{ updated_at: Date }>('select updated_at from auth.mfa_factors where id = $1', [
          person.factorId,
        ])
      )[0]?.updated_at
    const before = await madeAt()
    test.sessionClock.advance('PT1H')
    const { body } = await call('POST', '/regenerate', person)
    expect(body).toMatchObject({ id: person.factorId, total: 10 })
    // a fresh proof replaces the time (docs/decisions/0127)
    expect(await madeAt()).toEqual(new Date((before?.getTime() ?? 0) + 3_600_000))
    const low = await signIn(test, person)
    expect((await call('POST', '/verify', low, { code: person.codes[0] ?? '' })).status).toBe(422)
    expect((await call('POST', '/verify', low, { code: body.codes[0] })).status).toBe(200)
  })

  it('lock for a while after ten wrong codes', async () => {
    const person = await userWithCodes()
    const low = await signIn(test, person)
    for (let tries = 0; tries < 10; tries += 1) await call('POST', '/verify', low, { code: `wrong${tries}` })
    const locked = await call('POST', '/verify', low, { code: person.codes[0] ?? '' })
    expect(locked.body).toMatchObject({ code: 429, error_code: 'mfa_recovery_codes_locked' })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    await test.db.asOwner(
      `update auth.sign_in_failures set last_failed_at = clock_timestamp() - interval '16 minutes'`,
    )
    expect((await call('POST', '/verify', low, { code: person.codes[0] ?? '' })).status).toBe(200)
  })

  it('are removed with the last other factor, and sessions they stepped up drop with them', async () => {
    const person = await userWithCodes()
    const low = await signIn(test, person)
    const { body } = await call('POST', '/verify', low, { code: person.codes[0] ?? '' })
    const lost = { token: body.access_token }
    expect((await test.send('DELETE', `/factors/${person.totp.factorId}`, lost)).status).toBe(200)
    const { body: user } = await test.send('GET', '/user', lost)
    expect(user.factors).toBeUndefined()
    const refreshed = await test.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: body.refresh_token },
    })
    expect(claimsOf(refreshed.body.access_token).aal).toBe('aal1')
  })

  it('can be removed', async () => {
    const person = await userWithCodes()
    expect((await call('DELETE', '', person)).body).toEqual({ id: person.factorId })
    await expectRefusal(test, ['GET', path, { token: person.accessToken }], {
      status: 404,
      code: 'mfa_factor_not_found',
    })
  })

  it('work with auth-js', async () => {
    const person = await userWithCodes()
    const client = test.client()
    await client.signInWithPassword(person)
    expect((await client.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 })
    const { error } = await client.mfa.recoveryCodes.verify({ code: person.codes[0] ?? '' })
    expect(error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    const fresh = await client.mfa.recoveryCodes.regenerate()
    expect(fresh.data?.codes).toHaveLength(10)
  })
})

describe('recovery codes refuse', () => {
  it('a second set', async () => {
    const { accessToken: token } = await userWithCodes()
    await expectRefusal(test, ['POST', path, { token }], { status: 422, code: 'mfa_verified_factor_exists' })
  })

  it('a user without a set, for every request', async () => {
    const person = await aUserWithTotp(test)
    const { accessToken: token } = person
    const none = { status: 404, code: 'mfa_factor_not_found' }
    await expectRefusal(test, ['GET', path, { token }], none)
    await expectRefusal(test, ['POST', `${path}/regenerate`, { token }], none)
    await expectRefusal(test, ['DELETE', path, { token }], none)
    await expectRefusal(test, ['POST', `${path}/verify`, { token, body: { code: 'x' } }], {
      status: 422,
      code: 'mfa_verification_failed',
    })
  })

  it('to be the only factor', async () => {
    const person = await aUserWithTotp(test)
    // the app was removed elsewhere a moment ago
    await test.db.asOwner(`update auth.mfa_factors set status = 'unverified' where id = $1`, [
      person.totp.factorId,
    ])
    await expectRefusal(test, ['POST', path, { token: person.accessToken }], {
      status: 422,
      code: 'mfa_recovery_codes_sole_factor',
    })
  })

  it('signed-out callers', async () => {
    for (const [method, sub] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
      ['POST', '/regenerate'],
      ['POST', '/verify'],
    ] as const) {
      const answer = await test.send(method, `${path}${sub}`, method === 'GET' ? {} : { body: { code: 'x' } })
      expect(answer.body).toMatchObject({ code: 401, error_code: 'no_authorization' })
    }
  })
})

it('a session verified by two factors stays at aal2 until the last one is removed', async () => {
  const person = await userWithCodes()
  const low = await signIn(test, person)
  const { body } = await call('POST', '/verify', low, { code: person.codes[0] ?? '' })
  const both = await passTotp(test, { ...low, accessToken: body.access_token }, person.totp)
  await call('DELETE', '', both)
  const refreshed = await test.send('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: both.refreshToken },
  })
  expect(claimsOf(refreshed.body.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, {}] })
})

it('a user without a second factor needs none', async () => {
  const person = await aSignedInUser(test)
  const { status } = await test.send('PUT', '/user', {
    token: person.accessToken,
    body: { password: 'another quiet password', current_password: person.password },
  })
  expect(status).toBe(200)
})
