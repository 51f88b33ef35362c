/**
 * Ways around the second step (docs/threats.md T18). The thief knows Vera's password and reads nothing else of hers:
 * every try is refused as the contract says, the thief's session stays at aal1, and her factors stay as they were.
 */
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPasskey, type TestPasskey } from '#conformance/auth/passkey.ts'
import {
  type Answer,
  openTestAuth,
  type SignedIn,
  signIn,
  somebody,
  somebodySignedIn,
  type TestAuth,
} from '#testing/auth.ts'
import { addTotp, challenge, claimsOf, passTotp, somebodyWithTotp, type TestTotp } from '#testing/factors.ts'

const origin = 'http://carefold.localhost:3000'
const nextPassword = 'a wholly different secret'

let test: TestAuth
let vera: SignedIn & { totp: TestTotp; codes: string[]; passkey: TestPasskey; passkeyId: string }
let thief: SignedIn

beforeAll(async () => {
  test = await openTestAuth({ mailIntervalSeconds: 0, phoneProvider: true, requireCurrentPassword: false })
})
afterAll(() => test.close())

beforeEach(async () => {
  const person = await somebodyWithTotp(test)
  const token = person.accessToken
  const { body: made } = await test.send('POST', '/factors', {
    token,
    body: { factor_type: 'webauthn', friendly_name: 'Laptop' },
  })
  const passkey = aPasskey(origin)
  const { body: asked } = await test.send('POST', `/factors/${made.id}/challenge`, { token, body: {} })
  const { publicKey } = asked.webauthn.credential_options
  const webauthn = { type: 'create', credential_response: passkey.create(publicKey) }
  const { body: raised } = await test.send('POST', `/factors/${made.id}/verify`, {
    token,
    body: { challenge_id: asked.id, webauthn },
  })
  const accessToken = raised.access_token
  const { body: paper } = await test.send('POST', '/factors/recovery-codes', { token: accessToken })
  vera = {
    ...person,
    accessToken,
    refreshToken: raised.refresh_token,
    codes: paper.codes,
    passkey,
    passkeyId: made.id,
  }
  thief = await signIn(test, person)
})

const byThief = (method: string, path: string, body?: object) =>
  test.send(method, path, { token: thief.accessToken, ...(body ? { body } : {}) })
const refresh = (token: string) =>
  test.send('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
const askTotp = () => challenge(test, thief.accessToken, vera.totp.factorId)
const answerTotp = async (body: object) => byThief('POST', `/factors/${vera.totp.factorId}/verify`, body)
async function askPasskey() {
  const { body } = await byThief('POST', `/factors/${vera.passkeyId}/challenge`, {})
  return { id: body.id as string, publicKey: body.webauthn.credential_options.publicKey }
}
async function answerPasskey(id: string, webauthn: object) {
  return byThief('POST', `/factors/${vera.passkeyId}/verify`, { challenge_id: id, webauthn })
}
const spendCode = (code: unknown) => byThief('POST', '/factors/recovery-codes/verify', { code })
const recoveryFactorId = async () =>
  (await test.send('GET', '/factors/recovery-codes', { token: vera.accessToken })).body.id as string

/** The same claims with another level, under the old signature, a foreign key or none. */
function withLevel2(token: string, header?: object): string {
  const [head = '', , signature = ''] = token.split('.')
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const amr = [{ method: 'totp', timestamp: 1 }]
  const payload = encode({ ...claimsOf(token), aal: 'aal2', amr })
  return header ? `${encode(header)}.${payload}.` : `${head}.${payload}.${signature}`
}

type Attempt = [name: string, attempt: () => Promise<Answer>, status: number, code: string]

const attempts: Record<string, Attempt[]> = {
  'adding a factor of their own': [
    [
      'an authenticator app',
      () => byThief('POST', '/factors', { factor_type: 'totp', friendly_name: 'x' }),
      403,
      'insufficient_aal',
    ],
    [
      'a phone',
      () => byThief('POST', '/factors', { factor_type: 'phone', friendly_name: 'x', phone: '15550009999' }),
      403,
      'insufficient_aal',
    ],
    [
      'a passkey',
      () => byThief('POST', '/factors', { factor_type: 'webauthn', friendly_name: 'x' }),
      403,
      'insufficient_aal',
    ],
    ['recovery codes', () => byThief('POST', '/factors/recovery-codes'), 403, 'insufficient_aal'],
    [
      'new recovery codes',
      () => byThief('POST', '/factors/recovery-codes/regenerate'),
      403,
      'insufficient_aal',
    ],
    [
      'with a token that says aal2 under its old signature',
      () =>
        test.send('POST', '/factors', {
          token: withLevel2(thief.accessToken),
          body: { factor_type: 'totp' },
        }),
      403,
      'bad_jwt',
    ],
    [
      'with a token that says aal2 and is not signed',
      () =>
        test.send('POST', '/factors', {
          token: withLevel2(thief.accessToken, { alg: 'none', typ: 'JWT' }),
          body: { factor_type: 'totp' },
        }),
      403,
      'bad_jwt',
    ],
    [
      'as metadata',
      async () => {
        const factors = [{ id: vera.id, status: 'verified', factor_type: 'totp' }]
        await byThief('PUT', '/user', { data: { aal: 'aal2', factors } })
        return byThief('POST', '/factors', { factor_type: 'totp', friendly_name: 'x' })
      },
      403,
      'insufficient_aal',
    ],
  ],
  'removing hers': [
    ['the app', () => byThief('DELETE', `/factors/${vera.totp.factorId}`), 422, 'insufficient_aal'],
    ['the passkey', () => byThief('DELETE', `/factors/${vera.passkeyId}`), 422, 'insufficient_aal'],
    ['the recovery codes', () => byThief('DELETE', '/factors/recovery-codes'), 403, 'insufficient_aal'],
    [
      'the recovery codes by their id',
      async () => byThief('DELETE', `/factors/${await recoveryFactorId()}`),
      422,
      'insufficient_aal',
    ],
    [
      'from an account of the thief’s own, at aal2',
      async () => {
        const { accessToken: token } = await somebodyWithTotp(test)
        return test.send('DELETE', `/factors/${vera.totp.factorId}`, { token })
      },
      404,
      'mfa_factor_not_found',
    ],
    ['through PUT /user', () => byThief('PUT', '/user', { app_metadata: { factors: [] } }), 403, 'not_admin'],
  ],
  'answering for her app': [
    [
      'with a challenge of the thief’s own account',
      async () => {
        const own = await somebodyWithTotp(test)
        const challenge_id = await challenge(test, own.accessToken, own.totp.factorId)
        return answerTotp({ challenge_id, code: await own.totp.code(1) })
      },
      422,
      'mfa_factor_not_found',
    ],
    [
      'with the factor of the thief’s own account',
      async () => {
        const own = await somebodyWithTotp(test)
        const challenge_id = await challenge(test, own.accessToken, own.totp.factorId)
        return byThief('POST', `/factors/${own.totp.factorId}/verify`, {
          challenge_id,
          code: await own.totp.code(1),
        })
      },
      404,
      'mfa_factor_not_found',
    ],
    [
      'by asking for hers from the thief’s own account',
      async () => {
        const { accessToken: token } = await somebodyWithTotp(test)
        return test.send('POST', `/factors/${vera.totp.factorId}/challenge`, { token, body: {} })
      },
      404,
      'mfa_factor_not_found',
    ],
    [
      'with a challenge of her passkey',
      async () => answerTotp({ challenge_id: (await askPasskey()).id, code: await vera.totp.code(1) }),
      422,
      'mfa_factor_not_found',
    ],
    [
      'with the code she has just used',
      async () => answerTotp({ challenge_id: await askTotp(), code: await vera.totp.code() }),
      422,
      'mfa_verification_failed',
    ],
    [
      'with the code before it',
      async () => answerTotp({ challenge_id: await askTotp(), code: await vera.totp.code(-1) }),
      422,
      'mfa_verification_failed',
    ],
    [
      'with a code seen two minutes ago',
      async () => {
        const code = await vera.totp.code(1)
        test.sessionClock.advance('PT2M')
        return answerTotp({ challenge_id: await askTotp(), code })
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'with a code that is not due yet',
      async () => answerTotp({ challenge_id: await askTotp(), code: await vera.totp.code(3) }),
      422,
      'mfa_verification_failed',
    ],
    [
      'with the code of another secret',
      async () => {
        const code = await generate({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
        return answerTotp({ challenge_id: await askTotp(), code })
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'with her challenge from elsewhere',
      async () => {
        const challenge_id = await challenge(test, vera.accessToken, vera.totp.factorId)
        return test.send('POST', `/factors/${vera.totp.factorId}/verify`, {
          token: thief.accessToken,
          body: { challenge_id, code: await vera.totp.code(1) },
          address: '203.0.113.5',
        })
      },
      422,
      'mfa_ip_address_mismatch',
    ],
    [
      'with an old challenge',
      async () => {
        const challenge_id = await askTotp()
        test.sessionClock.advance('PT5M')
        return answerTotp({ challenge_id, code: await vera.totp.code() })
      },
      422,
      'mfa_challenge_expired',
    ],
    [
      'with a challenge that five wrong codes have killed',
      async () => {
        const challenge_id = await askTotp()
        for (let tries = 0; tries < 5; tries += 1) await answerTotp({ challenge_id, code: '000000' })
        return answerTotp({ challenge_id, code: await vera.totp.code(1) })
      },
      422,
      'mfa_challenge_expired',
    ],
    [
      'with guess after guess',
      async () => {
        for (let tries = 0; tries < 10; tries += 1)
          await answerTotp({ challenge_id: await askTotp(), code: '000000' })
        return answerTotp({ challenge_id: await askTotp(), code: await vera.totp.code(1) })
      },
      429,
      'over_request_rate_limit',
    ],
    ['without a code', async () => answerTotp({ challenge_id: await askTotp() }), 400, 'validation_failed'],
    [
      'with null',
      async () => answerTotp({ challenge_id: await askTotp(), code: null }),
      400,
      'validation_failed',
    ],
    [
      'with a number',
      async () => answerTotp({ challenge_id: await askTotp(), code: 123456 }),
      400,
      'bad_json',
    ],
    [
      'with a list',
      async () => answerTotp({ challenge_id: await askTotp(), code: ['000000', '000001'] }),
      400,
      'bad_json',
    ],
    ['with true', async () => answerTotp({ challenge_id: await askTotp(), code: true }), 400, 'bad_json'],
    [
      'with a passkey of the thief’s on the app',
      async () => {
        const { publicKey } = await askPasskey()
        const webauthn = { type: 'create', credential_response: aPasskey(origin).create(publicKey) }
        return answerTotp({ challenge_id: await askTotp(), webauthn })
      },
      400,
      'validation_failed',
    ],
    [
      'without a challenge',
      async () => answerTotp({ code: await vera.totp.code(1) }),
      422,
      'mfa_factor_not_found',
    ],
  ],
  'answering for her passkey': [
    [
      'by making a new one in its place',
      async () => {
        const { id, publicKey } = await askPasskey()
        const made = aPasskey(origin).create({ ...publicKey, rp: { id: publicKey.rpId } })
        return answerPasskey(id, { type: 'create', credential_response: made })
      },
      400,
      'validation_failed',
    ],
    [
      'with another key under its id',
      async () => {
        const { id, publicKey } = await askPasskey()
        const response = aPasskey(origin).get(publicKey, { credentialId: vera.passkey.id })
        return answerPasskey(id, { type: 'request', credential_response: response })
      },
      422,
      'webauthn_verification_failed',
    ],
    [
      'with what she signed on a look-alike site',
      async () => {
        const { id, publicKey } = await askPasskey()
        const response = vera.passkey.get(publicKey, {
          origin: 'http://carefold.localhost.evil.example:3000',
        })
        return answerPasskey(id, { type: 'request', credential_response: response })
      },
      422,
      'webauthn_verification_failed',
    ],
    [
      'with what she signed for another challenge',
      async () => {
        const { publicKey } = await askPasskey()
        const { id } = await askPasskey()
        const response = vera.passkey.get(publicKey)
        return answerPasskey(id, { type: 'request', credential_response: response })
      },
      422,
      'webauthn_verification_failed',
    ],
    [
      'with a passkey of the thief’s own account',
      async () => {
        const own = await somebodySignedIn(test)
        const token = own.accessToken
        const { body: made } = await test.send('POST', '/factors', {
          token,
          body: { factor_type: 'webauthn' },
        })
        const { body: asked } = await test.send('POST', `/factors/${made.id}/challenge`, { token, body: {} })
        const key = aPasskey(origin)
        const webauthn = {
          type: 'create',
          credential_response: key.create(asked.webauthn.credential_options.publicKey),
        }
        const body = { challenge_id: asked.id, webauthn }
        await test.send('POST', `/factors/${made.id}/verify`, { token, body })
        const { id, publicKey } = await askPasskey()
        return answerPasskey(id, { type: 'request', credential_response: key.get(publicKey) })
      },
      422,
      'webauthn_verification_failed',
    ],
    [
      'with a code',
      async () =>
        byThief('POST', `/factors/${vera.passkeyId}/verify`, {
          challenge_id: (await askPasskey()).id,
          code: await vera.totp.code(1),
        }),
      400,
      'validation_failed',
    ],
  ],
  'using a recovery code': [
    ['that is made up', () => spendCode('abcdefghjkmnpqrs'), 422, 'mfa_verification_failed'],
    ['that is empty', () => spendCode(' - - '), 400, 'validation_failed'],
    ['that is null', () => spendCode(null), 400, 'validation_failed'],
    ['that is a list', () => spendCode(vera.codes), 400, 'bad_json'],
    [
      'that she has used',
      async () => {
        const body = { code: vera.codes[0] }
        const session = await signIn(test, vera)
        await test.send('POST', '/factors/recovery-codes/verify', { token: session.accessToken, body })
        thief = await signIn(test, vera)
        return spendCode(vera.codes[0])
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'that she has replaced',
      async () => {
        await test.send('POST', '/factors/recovery-codes/regenerate', { token: vera.accessToken })
        return spendCode(vera.codes[0])
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'of the thief’s own account',
      async () => {
        const own = await somebodyWithTotp(test)
        const { body } = await test.send('POST', '/factors/recovery-codes', { token: own.accessToken })
        return spendCode(body.codes[0])
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'as the database keeps it',
      async () => {
        const [row] = await test.db.asOwner<{ hash: string }>(
          `select encode(code_hash, 'hex') as hash from auth.mfa_recovery_codes limit 1`,
        )
        return spendCode(row?.hash)
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'after ten wrong ones',
      async () => {
        for (let tries = 0; tries < 10; tries += 1) await spendCode(`wrong-${tries}`)
        return spendCode(vera.codes[0])
      },
      429,
      'mfa_recovery_codes_locked',
    ],
    [
      'by the ordinary way',
      async () => {
        const body = { challenge_id: vera.id, code: vera.codes[0] }
        return byThief('POST', `/factors/${await recoveryFactorId()}/verify`, body)
      },
      400,
      'validation_failed',
    ],
  ],
  'changing what she signs in with': [
    ['the password', () => byThief('PUT', '/user', { password: nextPassword }), 401, 'insufficient_aal'],
    ['the address', () => byThief('PUT', '/user', { email: 'thief@example.test' }), 401, 'insufficient_aal'],
    ['the number', () => byThief('PUT', '/user', { phone: '15550007777' }), 401, 'insufficient_aal'],
    [
      'the password, beside harmless things',
      () => byThief('PUT', '/user', { data: { full_name: 'Vera' }, password: nextPassword }),
      401,
      'insufficient_aal',
    ],
    ...(['recovery', 'magiclink'] as const).map(
      (type): Attempt => [
        `the password, by a ${type} link`,
        async () => {
          await test.send('POST', type === 'recovery' ? '/recover' : '/magiclink', {
            body: { email: vera.email },
          })
          const { tokenHash } = await test.mailTo(vera.email)
          const { body } = await test.send('POST', '/verify', { body: { type, token_hash: tokenHash } })
          expect(claimsOf(body.access_token).aal).toBe('aal1')
          return test.send('PUT', '/user', { token: body.access_token, body: { password: nextPassword } })
        },
        401,
        'insufficient_aal',
      ],
    ),
    [
      'the password, by a code from the mailbox',
      async () => {
        await test.send('POST', '/otp', { body: { email: vera.email, create_user: false } })
        const { code } = await test.mailTo(vera.email)
        const { body } = await test.send('POST', '/verify', {
          body: { type: 'email', email: vera.email, token: code },
        })
        return test.send('PUT', '/user', { token: body.access_token, body: { password: nextPassword } })
      },
      401,
      'insufficient_aal',
    ],
  ],
  'the admin’s addresses': [
    ['seeing her factors', () => byThief('GET', `/admin/users/${vera.id}/factors`), 403, 'not_admin'],
    [
      'removing one, at aal2 of their own',
      async () => {
        const { accessToken: token } = await somebodyWithTotp(test)
        return test.send('DELETE', `/admin/users/${vera.id}/factors/${vera.totp.factorId}`, { token })
      },
      403,
      'not_admin',
    ],
    [
      'changing a number',
      () => byThief('PUT', `/admin/users/${vera.id}/factors/${vera.totp.factorId}`, { phone: '15550008888' }),
      403,
      'not_admin',
    ],
    [
      'without a token',
      () => test.send('DELETE', `/admin/users/${vera.id}/factors/${vera.totp.factorId}`),
      401,
      'no_authorization',
    ],
  ],
}

const factorsInDatabase = () =>
  test.db.asOwner(
    `select id, status, factor_type, credential_id, phone, secret from auth.mfa_factors where user_id = $1 order by id`,
    [vera.id],
  )

describe.each(Object.entries(attempts))('no way around by %s', (_way, list) => {
  it.each(list)('%s', async (_name, attempt, status, code) => {
    const before = await factorsInDatabase()
    const answer = await attempt()
    expect({ status: answer.status, code: answer.body.error_code }).toEqual({ status, code })
    expect(await factorsInDatabase()).toEqual(before)
    const refreshed = await refresh(thief.refreshToken)
    if (refreshed.status === 200) expect(claimsOf(refreshed.body.access_token).aal).toBe('aal1')
    expect((await test.client().signInWithPassword(vera)).error).toBeNull()
  })
})

describe('no way around by refreshing', () => {
  it('a session at aal1 stays there', async () => {
    const { body } = await refresh(thief.refreshToken)
    expect(claimsOf(body.access_token).aal).toBe('aal1')
  })

  it.each([0, 60])(
    'a refresh token from before the second step leads nowhere, %i s later',
    async (seconds) => {
      const early = await signIn(test, vera)
      await passTotp(test, early, vera.totp)
      test.sessionClock.advance(`PT${seconds}S`)
      const answer = await refresh(early.refreshToken)
      expect(answer.body).toMatchObject({ code: 400, error_code: 'refresh_token_already_used' })
    },
  )

  it('a session without the step ends after a quarter of an hour, and its tokens before', async () => {
    const { exp, iat } = claimsOf(thief.accessToken)
    expect(exp - iat).toBe(900)
    test.sessionClock.advance('PT15M1S')
    expect((await refresh(thief.refreshToken)).body).toMatchObject({
      error_code: 'session_expired',
      msg: 'Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)',
    })
    expect((await refresh(vera.refreshToken)).status).toBe(200)
  })

  it('it may stay when the installation says so', async () => {
    const lenient = test.with({ lowAssuranceSeconds: null })
    const { accessToken } = await signIn(lenient, vera)
    expect(claimsOf(accessToken).exp - claimsOf(accessToken).iat).toBe(3600)
  })
})

describe('no way around by a factor that was waiting', () => {
  it.each(['phone', 'webauthn'] as const)('a %s from before her first one', async (type) => {
    const person = await somebody(test)
    const early = await signIn(test, person)
    const body = { factor_type: type, friendly_name: 'planted', phone: '15550006666' }
    const planted = await test.send('POST', '/factors', { token: early.accessToken, body })
    const totp = await addTotp(test, early)
    await passTotp(test, early, totp)
    const low = await signIn(test, person)
    for (const path of [`/factors/${planted.body.id}/challenge`, `/factors/${planted.body.id}/verify`]) {
      const answer = await test.send('POST', path, {
        token: low.accessToken,
        body: { code: '123456', webauthn: { type: 'create', credential_response: {} } },
      })
      expect(answer.body).toMatchObject({ code: 403, error_code: 'insufficient_aal' })
    }
  })
})
