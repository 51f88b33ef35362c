import { post } from '../call.ts'
import { aCase, type Family } from '../case.ts'
import { check, claimsOf, expectAudit } from '../checks.ts'
import { aText, aUuid } from '../match.ts'
import { allOn, enrolled, factorTypes, phoneChallenged } from './setup/factor-holders.ts'
import { limitsWith } from './setup/rate-limits.ts'

/** POST /factors/{id}/challenge (docs/contracts/auth.md 3.6). */

export const factorsChallenge: Family = {
  name: 'factors-challenge',
  cases: [
    aCase({
      name: 'challenge: an authenticator app',
      arrange: enrolled,
      request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
      expect: {
        status: 200,
        body: { id: aUuid, type: 'totp', expires_at: (at: unknown) => typeof at === 'number' },
      },
      after: ({ body }, { token, id }, world) => {
        const life = body.expires_at - claimsOf(token).iat
        check(life >= 299 && life <= 302, `a challenge lives 300 s, not ${life}`)
        return expectAudit(world, id, ['factor_in_progress', 'challenge_created'])
      },
    }),
    aCase({
      name: 'challenge: a phone gets a code',
      arrange: (world) => enrolled(world, { factor_type: 'phone', phone: `+${world.newPhone()}` }),
      request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, { channel: 'sms' }, { token }),
      expect: { status: 200, body: { id: aUuid, type: 'phone' } },
    }),
    aCase({
      name: 'challenge: an unverified passkey is to be created',
      arrange: (world) => enrolled(world, { factor_type: 'webauthn' }),
      request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
      expect: {
        status: 200,
        body: {
          type: 'webauthn',
          webauthn: {
            type: 'create',
            credential_options: { publicKey: { challenge: aText, user: { id: aText } } },
          },
        },
      },
    }),
    aCase({
      name: 'challenge: not a uuid',
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken }) => post('/factors/nope/challenge', {}, { token: accessToken }),
      expect: { status: 404, code: 'validation_failed' },
      bothShapes: true,
    }),
    aCase({
      name: 'challenge: another user’s',
      async arrange(world) {
        const { factorId } = await enrolled(world)
        return { factorId, token: (await world.createSignedInUser()).accessToken }
      },
      request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
      expect: { status: 404, code: 'mfa_factor_not_found' },
      bothShapes: true,
    }),
    ...factorTypes.map((kind) =>
      aCase({
        name: `challenge: ${kind} switched off`,
        settings: { mfa: { ...allOn, [kind]: { enroll: true, verify: false } } },
        arrange: (world) => enrolled(world, { factor_type: kind, phone: `+${world.newPhone()}` }),
        request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
        expect: { status: 422, code: `mfa_${kind}_verify_not_enabled` },
      }),
    ),
    aCase({
      name: 'challenge: a second text message within a minute',
      settings: { smsIntervalSeconds: 60 },
      arrange: phoneChallenged,
      request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
      expect: { status: 429, code: 'over_sms_send_rate_limit', message: /after \d+ seconds/ },
    }),
    aCase({
      name: 'challenge: too many from one address',
      settings: { rateLimits: limitsWith('factor_challenge', { burst: 1, perSeconds: 1000 }) },
      async arrange(world) {
        const holder = await enrolled(world)
        await world
          .withSettings({ rateLimits: limitsWith('factor_challenge', { burst: 1, perSeconds: 1000 }) })
          .send(
            post(
              `/factors/${holder.factorId}/challenge`,
              {},
              { token: holder.token, address: '192.0.2.201' },
            ),
          )
        return holder
      },
      request: ({ factorId, token }) =>
        post(`/factors/${factorId}/challenge`, {}, { token, address: '192.0.2.201' }),
      expect: { status: 429, code: 'over_request_rate_limit' },
    }),
  ],
}
