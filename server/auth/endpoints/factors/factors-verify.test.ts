import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  expectRefusal,
  postAs,
  setUpTestAuth,
  signIn,
  userOf,
} from '#testing/sign-in/auth.ts'
import {
  addFactor,
  addTotp,
  aUserWithTotp,
  challenge,
  claimsOf,
  passTotp,
  totpCode,
} from '#testing/sign-in/factors.ts'

const test = setUpTestAuth({ smsIntervalSeconds: 60 })

const anyId = '0190a0b0-0000-7000-8000-000000000000'

describe('POST /factors/{id}/verify with an authenticator app', () => {
  it('steps the same session up, in claims and user', async () => {
    const person = await aSignedInUser(test)
    const totp = await addTotp(test, person)
    const challengeId = await challenge(test, person.accessToken, totp.factorId)
    // methods are ordered by time
    test.sessionClock.advance('PT1S')
    const answer = await postAs(test, person, `/factors/${totp.factorId}/verify`, {
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

  it('signs out sessions at aal1, and no others', async () => {
    const person = await aUserWithTotp(test)
    const elsewhere = await passTotp(test, await signIn(test, person), person.totp)
    const [low, other] = [await signIn(test, person), await signIn(test, person)]
    await passTotp(test, low, person.totp)
    expect((await test.send('GET', '/user', { token: other.accessToken })).body.error_code).toBe(
      'session_not_found',
    )
    expect((await test.send('GET', '/user', { token: elsewhere.accessToken })).status).toBe(200)
    expect((await test.send('GET', '/user', { token: person.accessToken })).status).toBe(200)
  })

  it('removes other unverified factors of the type', async () => {
    const person = await aSignedInUser(test)
    await addTotp(test, person)
    await addFactor(test, person, { factor_type: 'webauthn' })
    // factors are ordered by time
    test.sessionClock.advance('PT1S')
    const totp = await addTotp(test, person)
    const raised = await passTotp(test, person, totp)
    const { factors } = await userOf(test, raised.accessToken)
    expect(factors.map((factor: { factor_type: string }) => factor.factor_type)).toEqual(['webauthn', 'totp'])
  })

  it('accepts the codes of the time steps before and after, and none beyond', async () => {
    const person = await aUserWithTotp(test)
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
      expect((await postAs(test, low, `/factors/${person.totp.factorId}/verify`, body)).status).toBe(status)
    }
  })

  it('mails the owner once that a factor was added', async () => {
    const person = await aUserWithTotp(test)
    const mail = await test.mailTo(person.email)
    expect(mail).toMatchObject({
      template: 'factor-added',
      subject: 'Two-step sign-in: a second step was added',
    })
    const count = await test.mailCount(person.email)
    await passTotp(test, await signIn(test, person), person.totp)
    expect(await test.mailCount(person.email)).toBe(count)
  })

  // spec: A7 A second factor works from enrolment to sign-in
  it('works with auth-js from enrolment to sign-in', async () => {
    const person = await aSignedInUser(test)
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
    const person = await aSignedInUser(test)
    const totp = await addTotp(test, person)
    const challengeId = await challenge(test, person.accessToken, totp.factorId)
    const path = `/factors/${totp.factorId}/verify`
    return { person, totp, challengeId, path, token: person.accessToken }
  }

  it('a challenge of another factor, an unknown one, none, and a malformed one', async () => {
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

  it.each(['000000', 'abcdef', '12345', '1234567', '１２３４５６', ' '])('the code %j', async (code) => {
    const { path, token, challengeId } = await asked()
    await expectRefusal(test, ['POST', path, { token, body: { challenge_id: challengeId, code } }], {
      ...wrong,
      message: 'Invalid TOTP code entered',
    })
  })

  it('a code that was used, even with another challenge (docs/contracts/auth.md D4)', async () => {
    const { path, person, challengeId, totp } = await asked()
    const code = await totp.code()
    const { body: session } = await postAs(test, person, path, { challenge_id: challengeId, code })
    const token = session.access_token
    const fresh = await challenge(test, token, totp.factorId)
    await expectRefusal(test, ['POST', path, { token, body: { challenge_id: fresh, code } }], wrong)
    const before = { challenge_id: fresh, code: await totp.code(-1) }
    await expectRefusal(test, ['POST', path, { token, body: before }], wrong)
    const next = { challenge_id: fresh, code: await totp.code(1) }
    expect((await postAs(test, { accessToken: token }, path, next)).status).toBe(200)
  })

  it('when a hook rejects, which ends every session', async () => {
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
