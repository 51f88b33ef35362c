import { post } from '../call.ts'
import { type AnyCase, aCase, type Expected, type Family } from '../case.ts'
import { absent, aUuid } from '../match.ts'
import type { World } from '../world.ts'
import { anonymousUser } from './setup/anonymous-user.ts'
import { allOn, atAal1, enrolled, factorTypes, phoneChallenged, verifyCall } from './setup/factor-holders.ts'

/** POST /factors (docs/contracts/auth.md 3.6). */

const enrolling = (name: string, body: unknown, expect: Expected, more: Partial<AnyCase> = {}): AnyCase => ({
  name: `POST /factors: ${name}`,
  arrange: (world: World) => world.createSignedInUser(),
  request: ({ accessToken, token }: { accessToken?: string; token?: string }) =>
    post('/factors', body, { token: token ?? accessToken ?? '' }),
  expect,
  ...more,
})

const invalid = { status: 400, code: 'validation_failed' }

export const factorsEnroll: Family = {
  name: 'factors-enroll',
  cases: [
    enrolling(
      'an authenticator app',
      { factor_type: 'totp', friendly_name: 'App' },
      {
        status: 200,
        body: {
          id: aUuid,
          type: 'totp',
          friendly_name: 'App',
          totp: { qr_code: /^<svg /, secret: /^[A-Z2-7]+$/, uri: /^otpauth:\/\/totp\// },
        },
      },
    ),
    enrolling(
      'the site’s host as the default issuer',
      { factor_type: 'totp', friendly_name: 'App' },
      {
        status: 200,
        body: { totp: { uri: /issuer=localhost/ } },
      },
    ),
    enrolling(
      'the issuer that the request names',
      { factor_type: 'totp', friendly_name: 'App', issuer: 'Acme' },
      {
        status: 200,
        body: { totp: { uri: /issuer=Acme/ } },
      },
    ),
    enrolling(
      'a phone',
      { factor_type: 'phone', friendly_name: 'P', phone: '+15557654321' },
      {
        status: 200,
        body: { id: aUuid, type: 'phone', friendly_name: 'P', phone: '+15557654321', totp: absent },
      },
    ),
    enrolling(
      'a passkey',
      { factor_type: 'webauthn', friendly_name: 'W' },
      {
        status: 200,
        body: { id: aUuid, type: 'webauthn', friendly_name: 'W', totp: absent },
      },
    ),
    enrolling(
      'an anonymous user',
      { factor_type: 'totp' },
      { status: 403, code: 'no_authorization' },
      {
        arrange: async (world: World) => ({ token: await anonymousUser(world) }),
        bothShapes: true,
      },
    ),
    enrolling('no type', {}, invalid),
    enrolling('another type', { factor_type: 'fax' }, invalid, { bothShapes: true }),
    ...factorTypes.map((kind) =>
      enrolling(
        `${kind} switched off`,
        { factor_type: kind },
        { status: 422, code: `mfa_${kind}_enroll_not_enabled` },
        { settings: { mfa: { ...allOn, [kind]: { enroll: false, verify: true } } } },
      ),
    ),
    enrolling(
      'a name that is taken',
      { factor_type: 'totp', friendly_name: 'first' },
      {
        status: 422,
        code: 'mfa_factor_name_conflict',
      },
      { arrange: enrolled, bothShapes: true },
    ),
    enrolling(
      'more than ten',
      { factor_type: 'totp', friendly_name: 'one more' },
      {
        status: 422,
        code: 'too_many_enrolled_mfa_factors',
      },
      {
        async arrange(world: World) {
          const holder = await enrolled(world)
          for (let count = 1; count < 10; count += 1) {
            const body = { factor_type: 'totp', friendly_name: `app ${count}` }
            await world.send(post('/factors', body, { token: holder.token }))
          }
          return holder
        },
      },
    ),
    enrolling(
      'at aal1 by a user with a verified factor',
      { factor_type: 'totp', friendly_name: 'second' },
      {
        status: 403,
        code: 'insufficient_aal',
      },
      { arrange: atAal1, bothShapes: true },
    ),
    enrolling('a phone without a number', { factor_type: 'phone' }, invalid),
    enrolling('a phone with a bad number', { factor_type: 'phone', phone: 'abc' }, invalid),
    aCase({
      name: 'POST /factors: a number that is already verified',
      async arrange(world) {
        const holder = await phoneChallenged(world)
        const { code } = await world.lastMessage(holder.phone)
        const { body } = await world.send(verifyCall({ ...holder, code }))
        return { token: body.access_token as string, phone: holder.phone }
      },
      request: ({ token, phone }) =>
        post('/factors', { factor_type: 'phone', friendly_name: 'again', phone }, { token }),
      expect: { status: 422, code: 'mfa_verified_factor_exists' },
    }),
  ],
}
