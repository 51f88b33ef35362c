import { post, put } from '#conformance/auth/call.ts'
import { aCase, type Family, refused } from '#conformance/auth/case.ts'
import { check, claimsOf } from '#conformance/auth/checks.ts'
import { anInstant, aText } from '#conformance/auth/match.ts'
import { badNumber, password, signedUpByPhone } from '../setup/phone-sign-up.ts'

/** POST /verify by text message, and signing in by phone and password (docs/contracts/auth.md 3.2). */

const phone = '15551234567'

export const phoneVerify: Family = {
  name: 'phone-verify',
  cases: [
    aCase({
      name: 'the code confirms the number and signs in',
      arrange: signedUpByPhone,
      request: (state) => post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
      expect: {
        status: 200,
        body: {
          access_token: aText,
          user: {
            phone_confirmed_at: anInstant,
            user_metadata: { phone_verified: true },
            identities: [{ identity_data: { phone_verified: true } }],
          },
        },
      },
      async after({ body }, state, world) {
        check(claimsOf(body.access_token).amr[0].method === 'otp', 'amr says otp')
        const again = await world.send(
          post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
        )
        check(again.status === 403, 'a code works once')
        check(
          (await world.send(post('/token?grant_type=password', { phone: `+${state.phone}`, password })))
            .status === 200,
          'the password signs in',
        )
      },
    }),
    aCase({
      name: 'a wrong code',
      arrange: signedUpByPhone,
      request: (state) =>
        post('/verify', {
          type: 'sms',
          phone: state.phone,
          token: state.code === '000000' ? '000001' : '000000',
        }),
      expect: { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' },
      bothShapes: true,
    }),
    aCase({
      name: 'a code after 60 s',
      async arrange(world) {
        const state = await signedUpByPhone(world)
        world.advanceSeconds(61)
        return state
      },
      request: (state) => post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
      expect: { status: 403, code: 'otp_expired' },
    }),
    aCase({
      name: 'the right code after five wrong ones (docs/contracts/auth.md D2)',
      async arrange(world) {
        const state = await signedUpByPhone(world)
        const token = state.code === '000000' ? '000001' : '000000'
        for (let tries = 0; tries < 5; tries += 1)
          await world.send(post('/verify', { type: 'sms', phone: state.phone, token }))
        return state
      },
      request: (state) => post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
      expect: { status: 403, code: 'otp_expired' },
    }),
    aCase({
      name: 'someone else’s code',
      arrange: async (world) => ({ mine: await signedUpByPhone(world), other: world.newPhone() }),
      request: ({ mine, other }) => post('/verify', { type: 'sms', phone: other, token: mine.code }),
      expect: { status: 403, code: 'otp_expired' },
    }),
    refused(
      'verify, a bad number',
      post('/verify', { type: 'sms', phone: '1-555', token: '123456' }),
      400,
      'validation_failed',
      { message: badNumber },
    ),
    refused(
      'verify, an unknown number',
      post('/verify', { type: 'sms', phone: '15559990000', token: '123456' }),
      403,
      'otp_expired',
    ),
    refused(
      'verify, an e-mail type with a number',
      post('/verify', { type: 'signup', phone, token: '123456' }),
      400,
      'validation_failed',
    ),
    refused(
      'verify, type sms with an address',
      post('/verify', { type: 'sms', email: 'a@example.test', token: '123456' }),
      400,
      'validation_failed',
    ),
    refused(
      'verify, type sms with a token_hash',
      post('/verify', { type: 'sms', token_hash: 'abc' }),
      400,
      'validation_failed',
    ),
    refused(
      'verify, both addresses',
      post('/verify', { type: 'sms', email: 'a@example.test', phone, token: '123456' }),
      400,
      'validation_failed',
    ),
    aCase({
      name: 'a ban is disclosed only to whoever has the code',
      async arrange(world) {
        const state = await signedUpByPhone(world)
        const admin = await world.adminToken()
        const { body } = await world.send({ method: 'GET', path: '/admin/users?per_page=1', token: admin })
        await world.send(put(`/admin/users/${body.users[0].id}`, { ban_duration: '1h' }, { token: admin }))
        return state
      },
      request: (state) => post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
      expect: { status: 403, code: 'user_banned' },
    }),
    aCase({
      name: 'sign-in by password with an unconfirmed number',
      arrange: signedUpByPhone,
      request: (state) => post('/token?grant_type=password', { phone: state.phone, password }),
      expect: { status: 400, code: 'phone_not_confirmed', message: 'Phone not confirmed' },
      bothShapes: true,
    }),
    refused(
      'sign-in by password, unknown number',
      post('/token?grant_type=password', { phone: '15559990001', password }),
      400,
      'invalid_credentials',
      { message: 'Invalid login credentials' },
    ),
    refused(
      'sign-in by password, a malformed number',
      post('/token?grant_type=password', { phone: '1-555', password }),
      400,
      'invalid_credentials',
    ),
    refused(
      'sign-in by password, provider off',
      post('/token?grant_type=password', { phone, password }),
      422,
      'phone_provider_disabled',
      { settings: { phoneProvider: false } },
    ),
  ],
}
