/** Bypassing the second factor by changing the account (docs/threats.md T18). */
import { expect } from 'vitest'
import { type Attempt, setUpFactorThief } from '#testing/hostile/factor-thief.ts'
import { aUserWithTotp, claimsOf } from '#testing/sign-in/factors.ts'

const scene = setUpFactorThief()
const { test } = scene

const nextPassword = 'a wholly different secret'

/** The same claims at aal2, under the old signature, or unsigned with `header`. */
function withLevel2(token: string, header?: object): string {
  const [head = '', , signature = ''] = token.split('.')
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const amr = [{ method: 'totp', timestamp: 1 }]
  const payload = encode({ ...claimsOf(token), aal: 'aal2', amr })
  return header ? `${encode(header)}.${payload}.` : `${head}.${payload}.${signature}`
}

const attempts: Record<string, Attempt[]> = {
  'adding a factor of the thief’s own': [
    [
      'an authenticator app',
      () => scene.byThief('POST', '/factors', { factor_type: 'totp', friendly_name: 'x' }),
      403,
      'insufficient_aal',
    ],
    [
      'a phone',
      () =>
        scene.byThief('POST', '/factors', { factor_type: 'phone', friendly_name: 'x', phone: '15550009999' }),
      403,
      'insufficient_aal',
    ],
    [
      'a passkey',
      () => scene.byThief('POST', '/factors', { factor_type: 'webauthn', friendly_name: 'x' }),
      403,
      'insufficient_aal',
    ],
    ['recovery codes', () => scene.byThief('POST', '/factors/recovery-codes'), 403, 'insufficient_aal'],
    [
      'new recovery codes',
      () => scene.byThief('POST', '/factors/recovery-codes/regenerate'),
      403,
      'insufficient_aal',
    ],
    [
      'with a token that says aal2 under its old signature',
      () =>
        test.send('POST', '/factors', {
          token: withLevel2(scene.thief.accessToken),
          body: { factor_type: 'totp' },
        }),
      403,
      'bad_jwt',
    ],
    [
      'with a token that says aal2 and is not signed',
      () =>
        test.send('POST', '/factors', {
          token: withLevel2(scene.thief.accessToken, { alg: 'none', typ: 'JWT' }),
          body: { factor_type: 'totp' },
        }),
      403,
      'bad_jwt',
    ],
    [
      'by writing it into the metadata',
      async () => {
        const factors = [{ id: scene.vera.id, status: 'verified', factor_type: 'totp' }]
        await scene.byThief('PUT', '/user', { data: { aal: 'aal2', factors } })
        return scene.byThief('POST', '/factors', { factor_type: 'totp', friendly_name: 'x' })
      },
      403,
      'insufficient_aal',
    ],
  ],
  'removing a factor of hers': [
    [
      'the app',
      () => scene.byThief('DELETE', `/factors/${scene.vera.totp.factorId}`),
      422,
      'insufficient_aal',
    ],
    [
      'the passkey',
      () => scene.byThief('DELETE', `/factors/${scene.vera.passkeyId}`),
      422,
      'insufficient_aal',
    ],
    ['the recovery codes', () => scene.byThief('DELETE', '/factors/recovery-codes'), 403, 'insufficient_aal'],
    [
      'the recovery codes by their id',
      async () => scene.byThief('DELETE', `/factors/${await scene.recoveryFactorId()}`),
      422,
      'insufficient_aal',
    ],
    [
      'from the thief’s own account, at aal2',
      async () => {
        const { accessToken: token } = await aUserWithTotp(test)
        return test.send('DELETE', `/factors/${scene.vera.totp.factorId}`, { token })
      },
      404,
      'mfa_factor_not_found',
    ],
    [
      'through PUT /user',
      () => scene.byThief('PUT', '/user', { app_metadata: { factors: [] } }),
      403,
      'not_admin',
    ],
  ],
  'changing what she signs in with': [
    [
      'the password',
      () => scene.byThief('PUT', '/user', { password: nextPassword }),
      401,
      'insufficient_aal',
    ],
    [
      'the address',
      () => scene.byThief('PUT', '/user', { email: 'scene.thief@example.test' }),
      401,
      'insufficient_aal',
    ],
    ['the number', () => scene.byThief('PUT', '/user', { phone: '15550007777' }), 401, 'insufficient_aal'],
    [
      'the password, along with harmless fields',
      () => scene.byThief('PUT', '/user', { data: { full_name: 'Vera' }, password: nextPassword }),
      401,
      'insufficient_aal',
    ],
    ...(['recovery', 'magiclink'] as const).map(
      (type): Attempt => [
        `the password, by a ${type} link`,
        async () => {
          await test.send('POST', type === 'recovery' ? '/recover' : '/magiclink', {
            body: { email: scene.vera.email },
          })
          const { tokenHash } = await test.mailTo(scene.vera.email)
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
        await test.send('POST', '/otp', { body: { email: scene.vera.email, create_user: false } })
        const { code } = await test.mailTo(scene.vera.email)
        const { body } = await test.send('POST', '/verify', {
          body: { type: 'email', email: scene.vera.email, token: code },
        })
        return test.send('PUT', '/user', { token: body.access_token, body: { password: nextPassword } })
      },
      401,
      'insufficient_aal',
    ],
  ],
  'the admin endpoints': [
    [
      'seeing her factors',
      () => scene.byThief('GET', `/admin/users/${scene.vera.id}/factors`),
      403,
      'not_admin',
    ],
    [
      'removing one, from the thief’s own account at aal2',
      async () => {
        const { accessToken: token } = await aUserWithTotp(test)
        return test.send('DELETE', `/admin/users/${scene.vera.id}/factors/${scene.vera.totp.factorId}`, {
          token,
        })
      },
      403,
      'not_admin',
    ],
    [
      'changing a number',
      () =>
        scene.byThief('PUT', `/admin/users/${scene.vera.id}/factors/${scene.vera.totp.factorId}`, {
          phone: '15550008888',
        }),
      403,
      'not_admin',
    ],
    [
      'without a token',
      () => test.send('DELETE', `/admin/users/${scene.vera.id}/factors/${scene.vera.totp.factorId}`),
      401,
      'no_authorization',
    ],
  ],
}

scene.expectRefused(attempts)
