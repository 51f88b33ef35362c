/** Bypassing the second factor by answering for the authenticator app (docs/threats.md T18). */

import { generate } from 'otplib'
import { aPasskey } from '#conformance/auth/passkey.ts'
import { type Attempt, carefoldOrigin, setUpFactorThief } from '#testing/hostile/factor-thief.ts'
import { aUserWithTotp, challenge } from '#testing/sign-in/factors.ts'

const scene = setUpFactorThief()
const { test } = scene

const attempts: Record<string, Attempt[]> = {
  'answering for her authenticator app': [
    [
      'with a challenge of the thief’s own account',
      async () => {
        const own = await aUserWithTotp(test)
        const challenge_id = await challenge(test, own.accessToken, own.totp.factorId)
        return scene.answerTotp({ challenge_id, code: await own.totp.code(1) })
      },
      422,
      'mfa_factor_not_found',
    ],
    [
      'with the factor of the thief’s own account',
      async () => {
        const own = await aUserWithTotp(test)
        const challenge_id = await challenge(test, own.accessToken, own.totp.factorId)
        return scene.byThief('POST', `/factors/${own.totp.factorId}/verify`, {
          challenge_id,
          code: await own.totp.code(1),
        })
      },
      404,
      'mfa_factor_not_found',
    ],
    [
      'by challenging hers from the thief’s own account',
      async () => {
        const { accessToken: token } = await aUserWithTotp(test)
        return test.send('POST', `/factors/${scene.vera.totp.factorId}/challenge`, { token, body: {} })
      },
      404,
      'mfa_factor_not_found',
    ],
    [
      'with a challenge of her passkey',
      async () =>
        scene.answerTotp({
          challenge_id: (await scene.askPasskey()).id,
          code: await scene.vera.totp.code(1),
        }),
      422,
      'mfa_factor_not_found',
    ],
    [
      'with the code she has just used',
      async () =>
        scene.answerTotp({ challenge_id: await scene.askTotp(), code: await scene.vera.totp.code() }),
      422,
      'mfa_verification_failed',
    ],
    [
      'with the code before it',
      async () =>
        scene.answerTotp({ challenge_id: await scene.askTotp(), code: await scene.vera.totp.code(-1) }),
      422,
      'mfa_verification_failed',
    ],
    [
      'with a code seen two minutes ago',
      async () => {
        const code = await scene.vera.totp.code(1)
        test.sessionClock.advance('PT2M')
        return scene.answerTotp({ challenge_id: await scene.askTotp(), code })
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'with a code that is not due yet',
      async () =>
        scene.answerTotp({ challenge_id: await scene.askTotp(), code: await scene.vera.totp.code(3) }),
      422,
      'mfa_verification_failed',
    ],
    [
      'with the code of another secret',
      async () => {
        const code = await generate({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
        return scene.answerTotp({ challenge_id: await scene.askTotp(), code })
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'with her challenge, from another network',
      async () => {
        const challenge_id = await challenge(test, scene.vera.accessToken, scene.vera.totp.factorId)
        return test.send('POST', `/factors/${scene.vera.totp.factorId}/verify`, {
          token: scene.thief.accessToken,
          body: { challenge_id, code: await scene.vera.totp.code(1) },
          address: '203.0.113.5',
        })
      },
      422,
      'mfa_ip_address_mismatch',
    ],
    [
      'with an expired challenge',
      async () => {
        const challenge_id = await scene.askTotp()
        test.sessionClock.advance('PT5M')
        return scene.answerTotp({ challenge_id, code: await scene.vera.totp.code() })
      },
      422,
      'mfa_challenge_expired',
    ],
    [
      'with a challenge after five wrong codes',
      async () => {
        const challenge_id = await scene.askTotp()
        for (let tries = 0; tries < 5; tries += 1) await scene.answerTotp({ challenge_id, code: '000000' })
        return scene.answerTotp({ challenge_id, code: await scene.vera.totp.code(1) })
      },
      422,
      'mfa_challenge_expired',
    ],
    [
      'with guess after guess',
      async () => {
        for (let tries = 0; tries < 10; tries += 1)
          await scene.answerTotp({ challenge_id: await scene.askTotp(), code: '000000' })
        return scene.answerTotp({ challenge_id: await scene.askTotp(), code: await scene.vera.totp.code(1) })
      },
      429,
      'over_request_rate_limit',
    ],
    [
      'without a code',
      async () => scene.answerTotp({ challenge_id: await scene.askTotp() }),
      400,
      'validation_failed',
    ],
    [
      'with null',
      async () => scene.answerTotp({ challenge_id: await scene.askTotp(), code: null }),
      400,
      'validation_failed',
    ],
    [
      'with a number',
      async () => scene.answerTotp({ challenge_id: await scene.askTotp(), code: 123456 }),
      400,
      'bad_json',
    ],
    [
      'with a list',
      async () => scene.answerTotp({ challenge_id: await scene.askTotp(), code: ['000000', '000001'] }),
      400,
      'bad_json',
    ],
    [
      'with true',
      async () => scene.answerTotp({ challenge_id: await scene.askTotp(), code: true }),
      400,
      'bad_json',
    ],
    [
      'with the thief’s passkey on the app',
      async () => {
        const { publicKey } = await scene.askPasskey()
        const webauthn = { type: 'create', credential_response: aPasskey(carefoldOrigin).create(publicKey) }
        return scene.answerTotp({ challenge_id: await scene.askTotp(), webauthn })
      },
      400,
      'validation_failed',
    ],
    [
      'without a challenge',
      async () => scene.answerTotp({ code: await scene.vera.totp.code(1) }),
      422,
      'mfa_factor_not_found',
    ],
  ],
}

scene.expectRefused(attempts)
