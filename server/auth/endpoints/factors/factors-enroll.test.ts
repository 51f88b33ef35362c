import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  expectRefusal,
  newPhone,
  postAs,
  setUpTestAuth,
  userOf,
} from '#testing/sign-in/auth.ts'
import { addFactor, addTotp, aUserWithTotp, challenge } from '#testing/sign-in/factors.ts'

const test = setUpTestAuth({ smsIntervalSeconds: 60 })

describe('POST /factors', () => {
  it('adds an authenticator app: QR as SVG, base32 secret and address, shown once', async () => {
    const person = await aSignedInUser(test)
    const { status, body } = await postAs(test, person, '/factors', {
      factor_type: 'totp',
      friendly_name: 'My phone',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'totp',
      friendly_name: 'My phone',
      totp: {
        qr_code: expect.stringMatching(/^<svg [\s\S]*<\/svg>$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/carefold\.localhost/),
      },
    })
    expect(body.totp.qr_code).not.toContain('#')
    const uri = new URL(body.totp.uri)
    expect(decodeURIComponent(uri.pathname)).toContain(person.email)
    expect(uri.searchParams.get('secret')).toBe(body.totp.secret)
    const { factors } = await userOf(test, person.accessToken)
    expect(factors).toEqual([
      {
        id: body.id,
        status: 'unverified',
        friendly_name: 'My phone',
        factor_type: 'totp',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect(await auditOf(test, person.id)).toContain('auth.factor_in_progress')
  })

  it('stores the secret encrypted: the database alone cannot make a code', async () => {
    const totp = await addTotp(test, await aSignedInUser(test))
    const [row] = await test.db.asOwner<{ secret: Uint8Array; whole: string }>(
      'select secret, f::text as whole from auth.mfa_factors f where id = $1',
      [totp.factorId],
    )
    expect(row?.whole).not.toContain(totp.secret)
    expect(Buffer.from(row?.secret ?? []).toString('latin1')).not.toContain(totp.secret)
  })

  it.each<[string, object, number, string]>([
    [
      'recovery codes, which have their own endpoint',
      { factor_type: 'recovery_code' },
      400,
      'validation_failed',
    ],
    ['a number with a leading zero', { factor_type: 'phone', phone: '0155' }, 400, 'validation_failed'],
    ['a wrong JSON type', { factor_type: 7 }, 400, 'bad_json'],
    [
      'a name that is too long',
      { factor_type: 'totp', friendly_name: 'x'.repeat(121) },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_name, body, status, code) => {
    const { accessToken: token } = await aSignedInUser(test)
    await expectRefusal(test, ['POST', '/factors', { token, body }], { status, code })
  })

  it('refuses a signed-out caller and an anonymous user', async () => {
    const request = { body: { factor_type: 'totp' } }
    await expectRefusal(test, ['POST', '/factors', request], { status: 401, code: 'no_authorization' })
    const person = await aSignedInUser(test)
    await test.db.asOwner('update auth.users set is_anonymous = true where id = $1', [person.id])
    const asAnonymous = { ...request, token: person.accessToken }
    await expectRefusal(test, ['POST', '/factors', asAnonymous], { status: 403, code: 'no_authorization' })
  })

  it('replaces a factor that went unchallenged for five minutes', async () => {
    const person = await aSignedInUser(test)
    const body = { factor_type: 'totp', friendly_name: 'Mine' }
    await postAs(test, person, '/factors', body)
    test.sessionClock.advance('PT5M1S')
    expect((await postAs(test, person, '/factors', body)).status).toBe(200)
    expect((await userOf(test, person.accessToken)).factors).toHaveLength(1)
  })

  it('retains one that has been challenged in the meantime', async () => {
    const person = await aSignedInUser(test)
    const totp = await addTotp(test, person)
    await challenge(test, person.accessToken, totp.factorId)
    test.sessionClock.advance('PT5M1S')
    await addTotp(test, person)
    expect((await userOf(test, person.accessToken)).factors).toHaveLength(2)
  })

  it('accepts one in a session that has', async () => {
    const person = await aUserWithTotp(test)
    await addFactor(test, person, { factor_type: 'webauthn' })
  })

  it('refuses a number that is already verified, and replaces an unverified one', async () => {
    const person = await aSignedInUser(test)
    const phone = newPhone()
    const waiting = await addFactor(test, person, { factor_type: 'phone', phone })
    const again = await addFactor(test, person, { factor_type: 'phone', phone })
    const { factors } = await userOf(test, person.accessToken)
    expect(factors.map(({ id }: { id: string }) => id)).toEqual([again])
    expect(again).not.toBe(waiting)
    const challengeId = await challenge(test, person.accessToken, again)
    const { code } = await test.smsTo(phone)
    const { body } = await postAs(test, person, `/factors/${again}/verify`, {
      challenge_id: challengeId,
      code,
    })
    const request = { token: body.access_token, body: { factor_type: 'phone', friendly_name: 'x', phone } }
    await expectRefusal(test, ['POST', '/factors', request], {
      status: 422,
      code: 'mfa_verified_factor_exists',
    })
  })
})
