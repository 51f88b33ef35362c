import { get, post } from '../call.ts'
import { aCase, type Family } from '../case.ts'
import { check, claimsOf } from '../checks.ts'
import { aText } from '../match.ts'
import { unknownId } from '../world.ts'
import {
  challenged,
  challengeOf,
  codeOf,
  passkeyChallenged,
  phoneChallenged,
  verified,
  verifyCall,
} from './setup/factor-holders.ts'

/** POST /factors/{id}/verify (docs/contracts/auth.md 3.6). */

const invalid = { status: 400, code: 'validation_failed' }
const wrongCode = { status: 422, code: 'mfa_verification_failed' }

export const factorsVerify: Family = {
  name: 'factors-verify',
  cases: [
    aCase({
      name: 'verify: steps the same session up to aal2 and the counter by two',
      arrange: challenged,
      request: (state) => verifyCall(state),
      expect: {
        status: 200,
        body: { access_token: aText, refresh_token: aText, user: { factors: [{ status: 'verified' }] } },
        headers: { 'sb-auth-refresh-token-counter': '2' },
      },
      after({ body }, { sessionId }) {
        const claims = claimsOf(body.access_token)
        check(claims.aal === 'aal2' && claims.session_id === sessionId, 'the same session is at aal2')
        check(claims.amr[0].method === 'totp', 'amr names totp first')
      },
    }),
    aCase({
      name: 'verify: the user’s aal1 sessions are deleted',
      async arrange(world) {
        const holder = await challenged(world)
        return { ...holder, elsewhere: await world.signIn(holder) }
      },
      request: (state) => verifyCall(state),
      expect: { status: 200 },
      async after(_answer, { elsewhere }, world) {
        const { body } = await world.send(get('/user', { token: elsewhere.accessToken }))
        check(body.error_code === 'session_not_found', 'the other session has ended')
      },
    }),
    aCase({
      name: 'verify: the earlier refresh token is refused',
      async arrange(world) {
        const holder = await challenged(world)
        await world.send(verifyCall(holder))
        return holder
      },
      request: ({ refreshToken }) => post('/token?grant_type=refresh_token', { refresh_token: refreshToken }),
      expect: { status: 400, code: 'refresh_token_already_used' },
    }),
    aCase({
      name: 'verify: other unverified factors of the type are deleted',
      async arrange(world) {
        const holder = await challenged(world)
        const body = { factor_type: 'totp', friendly_name: 'waiting' }
        await world.send(post('/factors', body, { token: holder.token }))
        return holder
      },
      request: (state) => verifyCall(state),
      expect: { status: 200, body: { user: { factors: [{ friendly_name: 'first' }] } } },
    }),
    ...([-1, 1] as const).map((steps) =>
      aCase({
        name: `verify: the code of the time step ${steps < 0 ? 'before' : 'after'}`,
        async arrange(world) {
          const holder = await challenged(world)
          return { ...holder, code: await codeOf(world, holder.secret, steps) }
        },
        request: (state) => verifyCall(state),
        expect: { status: 200 },
      }),
    ),
    aCase({
      name: 'verify: no code',
      arrange: challenged,
      request: (state) => verifyCall({ ...state, code: '' }),
      expect: invalid,
      bothShapes: true,
    }),
    aCase({
      name: 'verify: a challenge of another factor',
      arrange: challenged,
      request: (state) => verifyCall({ ...state, challengeId: unknownId }),
      expect: { status: 422, code: 'mfa_factor_not_found' },
      bothShapes: true,
    }),
    aCase({
      name: 'verify: from another address',
      arrange: challenged,
      request: (state) => verifyCall(state, { address: '198.51.100.44' }),
      expect: { status: 422, code: 'mfa_ip_address_mismatch' },
      bothShapes: true,
    }),
    aCase({
      name: 'verify: a challenge that was answered already',
      async arrange(world) {
        const holder = await challenged(world)
        const { body } = await world.send(verifyCall(holder))
        return { ...holder, token: body.access_token as string }
      },
      request: (state) => verifyCall(state),
      expect: { status: 422, code: 'mfa_ip_address_mismatch' },
    }),
    aCase({
      name: 'verify: an expired challenge',
      async arrange(world) {
        const holder = await challenged(world)
        world.advanceSeconds(301)
        return holder
      },
      request: (state) => verifyCall(state),
      expect: { status: 422, code: 'mfa_challenge_expired' },
      bothShapes: true,
    }),
    aCase({
      name: 'verify: a wrong code',
      arrange: challenged,
      request: (state) => verifyCall({ ...state, code: '000000' }),
      expect: wrongCode,
      bothShapes: true,
    }),
    aCase({
      name: 'verify: five wrong codes end the challenge (docs/contracts/auth.md D2)',
      async arrange(world) {
        const holder = await challenged(world)
        for (let tries = 0; tries < 5; tries += 1) await world.send(verifyCall({ ...holder, code: '000000' }))
        return holder
      },
      request: (state) => verifyCall(state),
      expect: { status: 422, code: 'mfa_challenge_expired' },
    }),
    aCase({
      name: 'verify: a code works once (docs/contracts/auth.md D4)',
      async arrange(world) {
        const holder = await verified(world)
        const { id } = await challengeOf(world, holder)
        return { ...holder, challengeId: id as string }
      },
      request: (state) => verifyCall(state),
      expect: wrongCode,
    }),
    aCase({
      name: 'verify: a phone’s code',
      async arrange(world) {
        const holder = await phoneChallenged(world)
        return { ...holder, code: (await world.lastMessage(holder.phone)).code }
      },
      request: (state) => verifyCall(state),
      expect: { status: 200, body: { access_token: aText } },
      after: ({ body }) =>
        check(claimsOf(body.access_token).amr[0].method === 'mfa/phone', 'amr names mfa/phone'),
    }),
    aCase({
      name: 'verify: a phone’s wrong code',
      arrange: phoneChallenged,
      request: (state) => verifyCall({ ...state, code: '000000x' }),
      expect: wrongCode,
    }),
    aCase({
      name: 'verify: a passkey without a credential',
      arrange: passkeyChallenged,
      request: ({ factorId, token, challengeId }) =>
        post(
          `/factors/${factorId}/verify`,
          { challenge_id: challengeId, webauthn: { type: 'create' } },
          { token },
        ),
      expect: invalid,
    }),
    aCase({
      name: 'verify: a passkey’s malformed credential',
      arrange: passkeyChallenged,
      request: ({ factorId, token, challengeId }) => {
        const webauthn = { type: 'create', credential_response: { id: 'x' } }
        return post(`/factors/${factorId}/verify`, { challenge_id: challengeId, webauthn }, { token })
      },
      expect: invalid,
    }),
    aCase({
      name: 'verify: a passkey of another site (docs/contracts/auth.md D13)',
      arrange: passkeyChallenged,
      request: ({ factorId, token, challengeId, publicKey, passkey }) => {
        const credential_response = passkey.create(publicKey, { origin: 'https://evil.example' })
        const webauthn = { type: 'create', credential_response }
        return post(`/factors/${factorId}/verify`, { challenge_id: challengeId, webauthn }, { token })
      },
      expect: { status: 422, code: 'webauthn_verification_failed' },
    }),
  ],
}
