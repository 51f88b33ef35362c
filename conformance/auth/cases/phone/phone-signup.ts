import { post } from '#conformance/auth/call.ts'
import { aCase, type Family, refused } from '#conformance/auth/case.ts'
import { check, claimsOf, expectAudit } from '#conformance/auth/checks.ts'
import { absent, anInstant, aText, aUuid } from '#conformance/auth/match.ts'
import { badNumber, password, signedUpByPhone, tooSoon } from '../setup/phone-sign-up.ts'

/** POST /signup by phone (docs/contracts/auth.md 1.5, 3.1). */

const phone = '15551234567'
const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }

export const phoneSignup: Family = {
  name: 'phone-signup',
  cases: [
    refused('sign-up, provider off', post('/signup', { phone, password }), 400, 'phone_provider_disabled', {
      settings: { phoneProvider: false },
      bothShapes: true,
    }),
    refused(
      'sign-up, bad channel',
      post('/signup', { phone, password, channel: 'pigeon' }),
      400,
      'validation_failed',
    ),
    refused(
      'sign-up, with PKCE',
      post('/signup', { phone, password, ...challenge }),
      400,
      'validation_failed',
      {
        message: 'PKCE not supported for phone signups',
      },
    ),
    refused('sign-up, no password', post('/signup', { phone }), 400, 'validation_failed'),
    ...['1-555-555-1212', '0155512345', '+', '1555123456789012', 'abc', '1'].map((bad) =>
      refused(
        `sign-up, the malformed number ${bad}`,
        post('/signup', { phone: bad, password }),
        400,
        'validation_failed',
        { message: badNumber },
      ),
    ),
    refused(
      'sign-up where no text message can be sent',
      post('/signup', { phone, password }),
      422,
      'sms_send_failed',
      {
        settings: { sendsSms: false },
      },
    ),
    aCase({
      name: 'sign-up, a new number: the user without a session, and a code',
      request: (_state, world) =>
        post('/signup', { phone: world.newPhone(), password, data: { color: 'green' }, channel: 'sms' }),
      expect: {
        status: 200,
        body: {
          id: aUuid,
          phone: /^1555/,
          email: '',
          confirmation_sent_at: anInstant,
          phone_confirmed_at: absent,
          access_token: absent,
          app_metadata: { provider: 'phone', providers: ['phone'] },
          user_metadata: { color: 'green', phone_verified: false },
          identities: [{ provider: 'phone', identity_data: { phone_verified: false } }],
        },
      },
      async after({ body }, _state, world) {
        check((await world.lastMessage(body.phone)).code !== '', 'a code was sent')
        await expectAudit(world, body.id, ['user_confirmation_requested'])
      },
    }),
    aCase({
      name: 'sign-up, a number with + and spaces is stored without them',
      request: (_state, world) =>
        post('/signup', { phone: `+${world.newPhone().replace(/^1555/, '1 555 ')}`, password }),
      expect: { status: 200, body: { phone: /^1555\d{7}$/ } },
    }),
    aCase({
      name: 'sign-up, a confirmed number: the same answer as for a new one, and no message (docs/contracts/auth.md D18)',
      arrange: (world) => world.createUser({ byPhone: true }),
      request: (person) => post('/signup', { phone: person.phone, password }),
      expect: {
        status: 200,
        body: {
          id: aUuid,
          phone: aText,
          confirmation_sent_at: anInstant,
          identities: [{ provider: 'phone' }],
        },
      },
      async after({ body }, person, world) {
        check(body.id !== person.id, 'the id is fictitious')
        check((await world.messageCount(person.phone)) === 0, 'nothing is sent')
        await expectAudit(world, person.id, ['user_repeated_signup'])
      },
    }),
    aCase({
      name: 'sign-up again within 60 s',
      arrange: signedUpByPhone,
      request: (state) => post('/signup', { phone: state.phone, password }),
      expect: tooSoon,
    }),
    aCase({
      name: 'sign-up, autoconfirm: a session at once',
      settings: { phoneAutoconfirm: true },
      request: (_state, world) => post('/signup', { phone: world.newPhone(), password }),
      expect: {
        status: 200,
        body: {
          access_token: aText,
          user: { phone_confirmed_at: anInstant, user_metadata: { phone_verified: true } },
        },
      },
      async after({ body }, _state, world) {
        check(claimsOf(body.access_token).amr[0].method === 'password', 'amr says password')
        check((await world.messageCount(body.user.phone)) === 0, 'nothing is sent')
      },
    }),
    aCase({
      name: 'sign-up, autoconfirm, a number that someone else has',
      settings: { phoneAutoconfirm: true },
      arrange: (world) => world.createUser({ byPhone: true }),
      request: (person) => post('/signup', { phone: person.phone, password }),
      expect: { status: 422, code: 'user_already_exists', message: 'User already registered' },
    }),
  ],
}
