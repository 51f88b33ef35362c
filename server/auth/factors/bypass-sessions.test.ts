/** Bypassing the second factor with sessions and factors from before it (docs/threats.md T18). */
import { describe, expect, it } from 'vitest'
import { setUpFactorThief } from '#testing/hostile/factor-thief.ts'
import { signIn, somebody } from '#testing/sign-in/auth.ts'
import { addTotp, claimsOf, passTotp } from '#testing/sign-in/factors.ts'

const scene = setUpFactorThief()
const { test } = scene

describe('no bypass by refreshing', () => {
  it('a session at aal1 stays there', async () => {
    const { body } = await scene.refresh(scene.thief.refreshToken)
    expect(claimsOf(body.access_token).aal).toBe('aal1')
  })

  it.each([0, 60])('a refresh token from before the step-up is refused, %i s later', async (seconds) => {
    const early = await signIn(test, scene.vera)
    await passTotp(test, early, scene.vera.totp)
    test.sessionClock.advance(`PT${seconds}S`)
    const answer = await scene.refresh(early.refreshToken)
    expect(answer.body).toMatchObject({ code: 400, error_code: 'refresh_token_already_used' })
  })

  it('a session at aal1 ends after 15 minutes, and its tokens earlier', async () => {
    const { exp, iat } = claimsOf(scene.thief.accessToken)
    expect(exp - iat).toBe(900)
    test.sessionClock.advance('PT15M1S')
    expect((await scene.refresh(scene.thief.refreshToken)).body).toMatchObject({
      error_code: 'session_expired',
      msg: 'Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)',
    })
    expect((await scene.refresh(scene.vera.refreshToken)).status).toBe(200)
  })

  it('a session at aal1 may last where the installation allows it', async () => {
    const lenient = test.with({ lowAssuranceSeconds: null })
    const { accessToken } = await signIn(lenient, scene.vera)
    expect(claimsOf(accessToken).exp - claimsOf(accessToken).iat).toBe(3600)
  })
})

describe('no bypass by an unverified factor', () => {
  it.each(['phone', 'webauthn'] as const)('a %s added before her first verified one', async (type) => {
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
