import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPasskey } from '#conformance/auth/passkey.ts'
import {
  auditOf,
  expectRefusal,
  openTestAuth,
  type SignedIn,
  signIn,
  somebodySignedIn,
  type TestAuth,
} from '#testing/auth.ts'
import { addTotp, challenge, claimsOf, passTotp, somebodyWithTotp, totpCode } from '#testing/factors.ts'

let test: TestAuth
beforeAll(async () => {
  test = await openTestAuth({ smsIntervalSeconds: 60 })
})
afterAll(() => test.close())

const anyId = '0190a0b0-0000-7000-8000-000000000000'
const mainOrigin = 'http://carefold.localhost:3000'
let numbers = 15_550_001_000
const newNumber = () => {
  numbers += 1
  return String(numbers)
}

const post = (person: Pick<SignedIn, 'accessToken'>, path: string, body: object = {}, address?: string) =>
  test.send('POST', path, { token: person.accessToken, body, ...(address ? { address } : {}) })
const userOf = async (token: string) => (await test.send('GET', '/user', { token })).body

async function addFactor(person: SignedIn, body: object): Promise<string> {
  const answer = await post(person, '/factors', { friendly_name: crypto.randomUUID(), ...body })
  expect(answer.status).toBe(200)
  return answer.body.id
}

describe('POST /factors', () => {
  it('adds an authenticator app: QR as SVG, base32 secret and address, shown once', async () => {
    const person = await somebodySignedIn(test)
    const { status, body } = await post(person, '/factors', {
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
    const { factors } = await userOf(person.accessToken)
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

  it('keeps the secret sealed: the database alone cannot make a code', async () => {
    const totp = await addTotp(test, await somebodySignedIn(test))
    const [row] = await test.db.asOwner<{ secret: Uint8Array; whole: string }>(
      'select secret, f::text as whole from auth.mfa_factors f where id = $1',
      [totp.factorId],
    )
    expect(row?.whole).not.toContain(totp.secret)
    expect(Buffer.from(row?.secret ?? []).toString('latin1')).not.toContain(totp.secret)
  })

  it('takes the issuer that is asked for', async () => {
    const person = await somebodySignedIn(test)
    const { body } = await post(person, '/factors', {
      factor_type: 'totp',
      friendly_name: 'a',
      issuer: 'Sunrise',
    })
    expect(new URL(body.totp.uri).searchParams.get('issuer')).toBe('Sunrise')
  })

  it('adds a phone and a passkey', async () => {
    const person = await somebodySignedIn(test)
    const phone = newNumber()
    expect(
      (await post(person, '/factors', { factor_type: 'phone', friendly_name: 'p', phone: `+${phone}` })).body,
    ).toEqual({
      id: expect.any(String),
      type: 'phone',
      friendly_name: 'p',
      phone: `+${phone}`,
    })
    const passkey = await post(person, '/factors', { factor_type: 'webauthn', friendly_name: 'w' })
    expect(passkey.body).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'w' })
  })

  it.each<[string, object, number, string]>([
    ['no type', {}, 400, 'validation_failed'],
    ['an unknown type', { factor_type: 'fax' }, 400, 'validation_failed'],
    [
      'recovery codes, which have their own address',
      { factor_type: 'recovery_code' },
      400,
      'validation_failed',
    ],
    ['a phone without a number', { factor_type: 'phone' }, 400, 'validation_failed'],
    ['a number that is none', { factor_type: 'phone', phone: 'abc' }, 400, 'validation_failed'],
    ['a number with a leading zero', { factor_type: 'phone', phone: '0155' }, 400, 'validation_failed'],
    ['a wrong JSON type', { factor_type: 7 }, 400, 'bad_json'],
    ['a name without end', { factor_type: 'totp', friendly_name: 'x'.repeat(121) }, 400, 'validation_failed'],
  ])('refuses %s', async (_name, body, status, code) => {
    const { accessToken: token } = await somebodySignedIn(test)
    await expectRefusal(test, ['POST', '/factors', { token, body }], { status, code })
  })

  it.each(['totp', 'phone', 'webauthn'] as const)('refuses %s where it is switched off', async (type) => {
    const on = { enroll: true, verify: true }
    const mfa = { totp: on, phone: on, webauthn: on, [type]: { enroll: false, verify: true } }
    const off = test.with({ mfa })
    const { accessToken: token } = await somebodySignedIn(off)
    await expectRefusal(off, ['POST', '/factors', { token, body: { factor_type: type } }], {
      status: 422,
      code: `mfa_${type}_enroll_not_enabled`,
    })
  })

  it('refuses a stranger and an anonymous person', async () => {
    const request = { body: { factor_type: 'totp' } }
    await expectRefusal(test, ['POST', '/factors', request], { status: 401, code: 'no_authorization' })
    const person = await somebodySignedIn(test)
    await test.db.asOwner('update auth.users set is_anonymous = true where id = $1', [person.id])
    const asAnonymous = { ...request, token: person.accessToken }
    await expectRefusal(test, ['POST', '/factors', asAnonymous], { status: 403, code: 'no_authorization' })
  })

  it('refuses a name twice', async () => {
    const person = await somebodySignedIn(test)
    const body = { factor_type: 'totp', friendly_name: 'Mine' }
    expect((await post(person, '/factors', body)).status).toBe(200)
    await expectRefusal(test, ['POST', '/factors', { token: person.accessToken, body }], {
      status: 422,
      code: 'mfa_factor_name_conflict',
      message: 'A factor with the friendly name "Mine" for this user already exists',
    })
  })

  it('refuses the eleventh', async () => {
    const person = await somebodySignedIn(test)
    for (let count = 0; count < 10; count += 1) await addTotp(test, person)
    const request = { token: person.accessToken, body: { factor_type: 'totp', friendly_name: 'eleventh' } }
    await expectRefusal(test, ['POST', '/factors', request], {
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    })
  })

  it('makes room for what nobody has answered for five minutes', async () => {
    const person = await somebodySignedIn(test)
    const body = { factor_type: 'totp', friendly_name: 'Mine' }
    await post(person, '/factors', body)
    test.sessionClock.advance('PT5M1S')
    expect((await post(person, '/factors', body)).status).toBe(200)
    expect((await userOf(person.accessToken)).factors).toHaveLength(1)
  })

  it('keeps one that has been asked meanwhile', async () => {
    const person = await somebodySignedIn(test)
    const totp = await addTotp(test, person)
    await challenge(test, person.accessToken, totp.factorId)
    test.sessionClock.advance('PT5M1S')
    await addTotp(test, person)
    expect((await userOf(person.accessToken)).factors).toHaveLength(2)
  })

  it('refuses a second factor in a session that has not shown the first', async () => {
    const low = await signIn(test, await somebodyWithTotp(test))
    const request = { token: low.accessToken, body: { factor_type: 'webauthn', friendly_name: 'x' } }
    await expectRefusal(test, ['POST', '/factors', request], { status: 403, code: 'insufficient_aal' })
  })

  it('takes one in a session that has', async () => {
    const person = await somebodyWithTotp(test)
    await addFactor(person, { factor_type: 'webauthn' })
  })

  it('refuses a number that already counts, and replaces one that does not', async () => {
    const person = await somebodySignedIn(test)
    const phone = newNumber()
    const waiting = await addFactor(person, { factor_type: 'phone', phone })
    const again = await addFactor(person, { factor_type: 'phone', phone })
    const { factors } = await userOf(person.accessToken)
    expect(factors.map(({ id }: { id: string }) => id)).toEqual([again])
    expect(again).not.toBe(waiting)
    const challengeId = await challenge(test, person.accessToken, again)
    const { code } = await test.smsTo(phone)
    const { body } = await post(person, `/factors/${again}/verify`, { challenge_id: challengeId, code })
    const request = { token: body.access_token, body: { factor_type: 'phone', friendly_name: 'x', phone } }
    await expectRefusal(test, ['POST', '/factors', request], {
      status: 422,
      code: 'mfa_verified_factor_exists',
    })
  })
})

describe('POST /factors/{id}/challenge', () => {
  it('asks an authenticator app for five minutes', async () => {
    const person = await somebodySignedIn(test)
    const { factorId } = await addTotp(test, person)
    const { status, body } = await post(person, `/factors/${factorId}/challenge`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'totp',
      expires_at: expect.any(Number),
    })
    const life = body.expires_at - test.sessionClock.now().getTime() / 1000
    expect(Math.round(life)).toBeGreaterThanOrEqual(299)
    expect(Math.round(life)).toBeLessThanOrEqual(300)
    const [factor] = (await userOf(person.accessToken)).factors
    expect(factor.last_challenged_at).toBeDefined()
    expect(await auditOf(test, person.id)).toContain('auth.challenge_created')
  })

  it('sends a phone a code that the database cannot read (docs/contracts/auth.md D14)', async () => {
    const person = await somebodySignedIn(test)
    const phone = newNumber()
    const factorId = await addFactor(person, { factor_type: 'phone', phone })
    const { body } = await post(person, `/factors/${factorId}/challenge`, { channel: 'sms' })
    expect(body).toMatchObject({ id: expect.any(String), type: 'phone' })
    const [waiting] = await test.db.asOwner<{ text_body: string }>(
      `select text_body from app.mails where channel = 'sms' and to_address = $1`,
      [phone],
    )
    const { code } = await test.smsTo(phone)
    expect(code).toMatch(/^\d{6}$/)
    expect(waiting?.text_body).not.toContain(code)
    const [row] = await test.db.asOwner<{ whole: string }>(
      'select c::text as whole from auth.mfa_challenges c where id = $1',
      [body.id],
    )
    expect(row?.whole).not.toContain(code)
  })

  it('asks a waiting passkey to be made and a known one to sign', async () => {
    const person = await somebodySignedIn(test)
    const factorId = await addFactor(person, { factor_type: 'webauthn' })
    const { body } = await post(person, `/factors/${factorId}/challenge`)
    expect(body).toMatchObject({
      type: 'webauthn',
      expires_at: expect.any(Number),
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            rp: { id: 'carefold.localhost' },
            user: { name: person.email },
            challenge: expect.any(String),
          },
        },
      },
    })
    const passkey = aPasskey(mainOrigin)
    const { publicKey } = body.webauthn.credential_options
    const verified = await post(person, `/factors/${factorId}/verify`, {
      challenge_id: body.id,
      webauthn: { type: 'create', credential_response: passkey.create(publicKey) },
    })
    const asked = await post({ accessToken: verified.body.access_token }, `/factors/${factorId}/challenge`)
    expect(asked.body.webauthn).toMatchObject({
      type: 'request',
      credential_options: {
        publicKey: { rpId: 'carefold.localhost', allowCredentials: [{ id: passkey.id }] },
      },
    })
  })

  it('refuses what is no factor of this person', async () => {
    const [person, other] = [await somebodySignedIn(test), await somebodySignedIn(test)]
    const theirs = await addTotp(test, other)
    const token = person.accessToken
    const refusal = { status: 404, code: 'mfa_factor_not_found' }
    await expectRefusal(test, ['POST', '/factors/nope/challenge', { token, body: {} }], {
      status: 404,
      code: 'validation_failed',
    })
    await expectRefusal(test, ['POST', `/factors/${anyId}/challenge`, { token, body: {} }], refusal)
    await expectRefusal(test, ['POST', `/factors/${theirs.factorId}/challenge`, { token, body: {} }], refusal)
  })

  it.each(['totp', 'phone', 'webauthn'] as const)(
    'refuses %s where using it is switched off',
    async (type) => {
      const person = await somebodySignedIn(test)
      const factorId = await addFactor(person, { factor_type: type, phone: newNumber() })
      const on = { enroll: true, verify: true }
      const mfa = { totp: on, phone: on, webauthn: on, [type]: { enroll: true, verify: false } }
      const off = test.with({ mfa })
      const { accessToken: token } = await signIn(off, person)
      await expectRefusal(off, ['POST', `/factors/${factorId}/challenge`, { token, body: {} }], {
        status: 422,
        code: `mfa_${type}_verify_not_enabled`,
      })
    },
  )

  it('refuses another channel and a second text message within a minute', async () => {
    const person = await somebodySignedIn(test)
    const factorId = await addFactor(person, { factor_type: 'phone', phone: newNumber() })
    const path = `/factors/${factorId}/challenge`
    const byPigeon = { token: person.accessToken, body: { channel: 'pigeon' } }
    await expectRefusal(test, ['POST', path, byPigeon], { status: 400, code: 'validation_failed' })
    expect((await post(person, path)).status).toBe(200)
    await expectRefusal(test, ['POST', path, { token: person.accessToken, body: {} }], {
      status: 429,
      code: 'over_sms_send_rate_limit',
      message: /^For security purposes, you can only request this after \d+ seconds\.$/,
    })
  })
})

describe('POST /factors/{id}/verify with an authenticator app', () => {
  it('raises the same session, and tells in claims and user', async () => {
    const person = await somebodySignedIn(test)
    const totp = await addTotp(test, person)
    const challengeId = await challenge(test, person.accessToken, totp.factorId)
    const answer = await post(person, `/factors/${totp.factorId}/verify`, {
      challenge_id: challengeId,
      code: await totp.code(),
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) })
    expect(answer.body.user.factors).toMatchObject([{ id: totp.factorId, status: 'verified' }])
    expect(answer.headers.get('sb-auth-session-id')).toBe(person.sessionId)
    const claims = claimsOf(answer.body.access_token)
    expect(claims).toMatchObject({ aal: 'aal2', session_id: person.sessionId })
    expect(claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
    expect(claimsOf(person.accessToken)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect(await auditOf(test, person.id)).toContain('auth.verification_attempted')
  })

  it('is two counters ahead, so that the earlier refresh token leads nowhere', async () => {
    const person = await somebodySignedIn(test)
    const totp = await addTotp(test, person)
    const challengeId = await challenge(test, person.accessToken, totp.factorId)
    const body = { challenge_id: challengeId, code: await totp.code() }
    const answer = await post(person, `/factors/${totp.factorId}/verify`, body)
    expect(answer.headers.get('sb-auth-refresh-token-counter')).toBe('2')
    const refreshed = await test.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: answer.body.refresh_token },
    })
    expect(claimsOf(refreshed.body.access_token).aal).toBe('aal2')
  })

  it('signs out whoever is there with the password alone, and no one else', async () => {
    const person = await somebodyWithTotp(test)
    const elsewhere = await passTotp(test, await signIn(test, person), person.totp)
    const [low, other] = [await signIn(test, person), await signIn(test, person)]
    await passTotp(test, low, person.totp)
    expect((await test.send('GET', '/user', { token: other.accessToken })).body.error_code).toBe(
      'session_not_found',
    )
    expect((await test.send('GET', '/user', { token: elsewhere.accessToken })).status).toBe(200)
    expect((await test.send('GET', '/user', { token: person.accessToken })).status).toBe(200)
  })

  it('removes what else of the kind was waiting', async () => {
    const person = await somebodySignedIn(test)
    await addTotp(test, person)
    await addFactor(person, { factor_type: 'webauthn' })
    const totp = await addTotp(test, person)
    const raised = await passTotp(test, person, totp)
    const { factors } = await userOf(raised.accessToken)
    expect(factors.map((factor: { factor_type: string }) => factor.factor_type)).toEqual(['webauthn', 'totp'])
  })

  it('takes the codes of the half minutes before and after, and none beyond', async () => {
    const person = await somebodyWithTotp(test)
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [1, 200],
    ] as const) {
      const low = await signIn(test, person)
      test.sessionClock.advance('PT3M')
      const id = await challenge(test, low.accessToken, person.totp.factorId)
      const body = { challenge_id: id, code: await person.totp.code(steps) }
      expect((await post(low, `/factors/${person.totp.factorId}/verify`, body)).status).toBe(status)
    }
  })

  it('mails the owner that a second step was added, once', async () => {
    const person = await somebodyWithTotp(test)
    const mail = await test.mailTo(person.email)
    expect(mail).toMatchObject({ template: 'factor-added', subject: 'Two-step sign-in: something was added' })
    const count = await test.mailCount(person.email)
    await passTotp(test, await signIn(test, person), person.totp)
    expect(await test.mailCount(person.email)).toBe(count)
  })

  it('works with auth-js from enrolment to sign-in', async () => {
    const person = await somebodySignedIn(test)
    const client = test.client()
    await client.signInWithPassword(person)
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(data?.totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
    const code = await totpCode(test, data?.totp?.secret ?? '')
    const { error } = await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    await client.signOut()
    await client.signInWithPassword(person)
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ friendly_name: 'Phone' }])
  })
})

describe('POST /factors/{id}/verify refuses', () => {
  const wrong = { status: 422, code: 'mfa_verification_failed' }

  async function asked() {
    const person = await somebodySignedIn(test)
    const totp = await addTotp(test, person)
    const challengeId = await challenge(test, person.accessToken, totp.factorId)
    const path = `/factors/${totp.factorId}/verify`
    return { person, totp, challengeId, path, token: person.accessToken }
  }

  it('no code', async () => {
    const { path, token, challengeId } = await asked()
    const refusal = { status: 400, code: 'validation_failed', message: 'Code needs to be non-empty' }
    await expectRefusal(test, ['POST', path, { token, body: { challenge_id: challengeId } }], refusal)
  })

  it('a challenge of another factor, an unknown one, none, and something else', async () => {
    const { path, token, person } = await asked()
    const other = await addTotp(test, person)
    const theirs = await challenge(test, token, other.factorId)
    const refusal = { status: 422, code: 'mfa_factor_not_found' }
    for (const challenge_id of [theirs, anyId, undefined]) {
      await expectRefusal(test, ['POST', path, { token, body: { challenge_id, code: '123456' } }], refusal)
    }
    const malformed = { token, body: { challenge_id: 'nope', code: '123456' } }
    await expectRefusal(test, ['POST', path, malformed], { status: 400, code: 'bad_json' })
  })

  it('another network address than the challenge’s', async () => {
    const { path, token, challengeId, totp } = await asked()
    const body = { challenge_id: challengeId, code: await totp.code() }
    await expectRefusal(test, ['POST', path, { token, body, address: '198.51.100.9' }], {
      status: 422,
      code: 'mfa_ip_address_mismatch',
    })
  })

  it('a challenge that was answered', async () => {
    const { path, person, challengeId, totp } = await asked()
    const body = { challenge_id: challengeId, code: await totp.code() }
    const { body: session } = await post(person, path, body)
    const again = { token: session.access_token, body: { ...body, code: await totp.code(1) } }
    await expectRefusal(test, ['POST', path, again], { status: 422, code: 'mfa_ip_address_mismatch' })
  })

  it('a challenge older than five minutes', async () => {
    const { path, token, challengeId, totp } = await asked()
    test.sessionClock.advance('PT5M')
    const body = { challenge_id: challengeId, code: await totp.code() }
    await expectRefusal(test, ['POST', path, { token, body }], {
      status: 422,
      code: 'mfa_challenge_expired',
      message: /^MFA challenge .* has expired, verify against another challenge/,
    })
  })

  it.each(['000000', 'abcdef', '12345', '1234567', '１２３４５６', ' '])('the code %j', async (code) => {
    const { path, token, challengeId } = await asked()
    await expectRefusal(test, ['POST', path, { token, body: { challenge_id: challengeId, code } }], {
      ...wrong,
      message: 'Invalid TOTP code entered',
    })
  })

  it('everything after five wrong tries, the right code too (docs/contracts/auth.md D2)', async () => {
    const { path, person, token, challengeId, totp } = await asked()
    for (let tries = 0; tries < 5; tries += 1) {
      const { body } = await post(person, path, { challenge_id: challengeId, code: '000000' })
      expect(body.error_code).toBe('mfa_verification_failed')
    }
    const body = { challenge_id: challengeId, code: await totp.code() }
    await expectRefusal(test, ['POST', path, { token, body }], { status: 422, code: 'mfa_challenge_expired' })
    const fresh = await challenge(test, token, totp.factorId)
    expect((await post(person, path, { ...body, challenge_id: fresh })).status).toBe(200)
  })

  it('for a while when wrong codes go on over many challenges', async () => {
    const { path, person, token, totp } = await asked()
    for (let tries = 0; tries < 10; tries += 1) {
      const id = await challenge(test, token, totp.factorId)
      await post(person, path, { challenge_id: id, code: '000000' })
    }
    const body = { challenge_id: await challenge(test, token, totp.factorId), code: await totp.code() }
    const answer = await post(person, path, body)
    expect(answer.body).toMatchObject({ code: 429, error_code: 'over_request_rate_limit' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('a code that was used, with another challenge as well (docs/contracts/auth.md D4)', async () => {
    const { path, person, challengeId, totp } = await asked()
    const code = await totp.code()
    const { body: session } = await post(person, path, { challenge_id: challengeId, code })
    const token = session.access_token
    const fresh = await challenge(test, token, totp.factorId)
    await expectRefusal(test, ['POST', path, { token, body: { challenge_id: fresh, code } }], wrong)
    const before = { challenge_id: fresh, code: await totp.code(-1) }
    await expectRefusal(test, ['POST', path, { token, body: before }], wrong)
    const next = { challenge_id: fresh, code: await totp.code(1) }
    expect((await post({ accessToken: token }, path, next)).status).toBe(200)
  })

  it('when a hook says no, and ends every session', async () => {
    const { path, person, challengeId, totp } = await asked()
    const elsewhere = await signIn(test, person)
    const seen: boolean[] = []
    const strict = test.withHooks({
      mfaVerificationAttempt: async (_tx, { isRight }) => {
        seen.push(isRight)
        return { decision: 'reject', message: 'Not from here.' }
      },
    })
    const body = { challenge_id: challengeId, code: await totp.code() }
    const answer = await strict.send('POST', path, { token: person.accessToken, body })
    expect(answer.body).toMatchObject({
      code: 403,
      error_code: 'mfa_verification_rejected',
      msg: 'Not from here.',
    })
    expect(seen).toEqual([true])
    for (const { accessToken: token } of [person, elsewhere]) {
      expect((await test.send('GET', '/user', { token })).body.error_code).toBe('session_not_found')
    }
  })
})

describe('POST /factors/{id}/verify with a phone', () => {
  it('takes the code of the text message, once', async () => {
    const person = await somebodySignedIn(test)
    const phone = newNumber()
    const factorId = await addFactor(person, { factor_type: 'phone', phone })
    const challengeId = await challenge(test, person.accessToken, factorId)
    const { code, text } = await test.smsTo(phone)
    expect(text).toContain(code)
    const path = `/factors/${factorId}/verify`
    const no = code === '000000' ? '000001' : '000000'
    const refused = { token: person.accessToken, body: { challenge_id: challengeId, code: no } }
    await expectRefusal(test, ['POST', path, refused], {
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    })
    const { status, body } = await post(person, path, { challenge_id: challengeId, code })
    expect(status).toBe(200)
    expect(claimsOf(body.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, {}] })
  })
})

describe('POST /factors/{id}/verify with a passkey', () => {
  async function asked(origin = mainOrigin) {
    const person = await somebodySignedIn(test)
    const factorId = await addFactor(person, { factor_type: 'webauthn' })
    const { body } = await post(person, `/factors/${factorId}/challenge`)
    const passkey = aPasskey(origin)
    const { publicKey } = body.webauthn.credential_options
    return { person, factorId, passkey, publicKey, challengeId: body.id, path: `/factors/${factorId}/verify` }
  }

  async function known() {
    const made = await asked()
    const response = made.passkey.create(made.publicKey)
    const answer = await post(made.person, made.path, {
      challenge_id: made.challengeId,
      webauthn: { type: 'create', credential_response: response },
    })
    expect(answer.status).toBe(200)
    const low = await signIn(test, made.person)
    const { body } = await post(low, `/factors/${made.factorId}/challenge`)
    return { ...made, low, challengeId: body.id, publicKey: body.webauthn.credential_options.publicKey }
  }

  it('makes it, and signs in with it later', async () => {
    const { low, passkey, path, publicKey, challengeId } = await known()
    const { status, body } = await post(low, path, {
      challenge_id: challengeId,
      webauthn: { type: 'request', credential_response: passkey.get(publicKey) },
    })
    expect(status).toBe(200)
    expect(claimsOf(body.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, {}] })
  })

  it.each<[string, object | undefined]>([
    ['no answer', undefined],
    ['no type', { credential_response: {} }],
    ['another type', { type: 'steal', credential_response: {} }],
    ['no credential', { type: 'create' }],
    ['the wrong ceremony', { type: 'request', credential_response: {} }],
    ['an empty credential', { type: 'create', credential_response: {} }],
    [
      'client data that is no JSON',
      {
        type: 'create',
        credential_response: { id: 'x', response: { clientDataJSON: 'bm9wZQ', attestationObject: 'x' } },
      },
    ],
  ])('refuses %s as malformed', async (_name, webauthn) => {
    const { person, path, challengeId } = await asked()
    const request = { token: person.accessToken, body: { challenge_id: challengeId, webauthn } }
    await expectRefusal(test, ['POST', path, request], { status: 400, code: 'validation_failed' })
  })

  it.each<[string, object]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['of a host that is no clinic', { origin: 'http://nobody.carefold.localhost:3000' }],
    ['of another port', { origin: 'http://carefold.localhost:4000' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['with another challenge', { challenge: 'AAAA' }],
    ['without anybody there', { userPresent: false }],
    ['that is a new passkey', { type: 'webauthn.create' }],
  ])('refuses a signature %s with 422 (docs/contracts/auth.md D13)', async (_name, changes) => {
    const { low, passkey, path, publicKey, challengeId } = await known()
    const webauthn = { type: 'request', credential_response: passkey.get(publicKey, changes) }
    const request = { token: low.accessToken, body: { challenge_id: challengeId, webauthn } }
    await expectRefusal(test, ['POST', path, request], { status: 422, code: 'webauthn_verification_failed' })
  })

  it('refuses another passkey, a cloned one and a signature twice', async () => {
    const { low, passkey, path, publicKey, challengeId, factorId } = await known()
    const answer = (credential_response: object, id = challengeId, token = low.accessToken) =>
      test.send('POST', path, {
        token,
        body: { challenge_id: id, webauthn: { type: 'request', credential_response } },
      })
    const stranger = aPasskey(mainOrigin)
    expect((await answer(stranger.get(publicKey))).body.error_code).toBe('webauthn_verification_failed')
    const posing = stranger.get(publicKey, { credentialId: passkey.id })
    expect((await answer(posing)).body.error_code).toBe('webauthn_verification_failed')
    const signature = passkey.get(publicKey, { signCount: 7 })
    const raised = await answer(signature)
    expect(raised.status).toBe(200)
    const token = raised.body.access_token
    const next = await test.send('POST', `/factors/${factorId}/challenge`, { token, body: {} })
    const replayed = await answer(signature, next.body.id, token)
    expect(replayed.body.error_code).toBe('webauthn_verification_failed')
    const clone = passkey.get(next.body.webauthn.credential_options.publicKey, { signCount: 3 })
    expect((await answer(clone, next.body.id, token)).body.error_code).toBe('webauthn_verification_failed')
  })

  it('takes one that was made on a clinic’s host', async () => {
    await test.db.asOwner(`insert into public.clinics (name, subdomain) values ('Sunrise', 'sunrise-keys')`)
    const { person, passkey, publicKey, path, challengeId } = await asked(
      'http://sunrise-keys.carefold.localhost:3000',
    )
    const { status } = await post(person, path, {
      challenge_id: challengeId,
      webauthn: { type: 'create', credential_response: passkey.create(publicKey) },
    })
    expect(status).toBe(200)
  })
})

describe('DELETE /factors/{id}', () => {
  const remove = (token: string, id: string) => test.send('DELETE', `/factors/${id}`, { token })

  it('removes it, and the sessions that it raised fall to aal1', async () => {
    const person = await somebodyWithTotp(test)
    const { status, body } = await remove(person.accessToken, person.totp.factorId)
    expect({ status, body }).toEqual({ status: 200, body: { id: person.totp.factorId } })
    const refreshed = await test.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: person.refreshToken },
    })
    expect(claimsOf(refreshed.body.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    })
    expect(refreshed.body.user.factors).toBeUndefined()
    expect((await test.mailTo(person.email)).template).toBe('factor-removed')
    expect(await auditOf(test, person.id)).toContain('auth.factor_unenrolled')
  })

  it('removes a waiting one at any level, without a mail', async () => {
    const person = await somebodySignedIn(test)
    const { factorId } = await addTotp(test, person)
    expect((await remove(person.accessToken, factorId)).status).toBe(200)
    expect(await test.mailCount(person.email)).toBe(0)
  })

  it('refuses at aal1, for another person’s, an unknown one and nonsense', async () => {
    const person = await somebodyWithTotp(test)
    const low = await signIn(test, person)
    const { factorId } = person.totp
    await expectRefusal(test, ['DELETE', `/factors/${factorId}`, { token: low.accessToken }], {
      status: 422,
      code: 'insufficient_aal',
    })
    const other = await somebodyWithTotp(test)
    const token = other.accessToken
    const notFound = { status: 404, code: 'mfa_factor_not_found' }
    await expectRefusal(test, ['DELETE', `/factors/${factorId}`, { token }], notFound)
    await expectRefusal(test, ['DELETE', `/factors/${anyId}`, { token }], notFound)
    await expectRefusal(test, ['DELETE', '/factors/x', { token }], { status: 404, code: 'validation_failed' })
  })
})
