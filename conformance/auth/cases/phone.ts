import { aCase, type Family, post, put, refused } from '../case.ts'
import { absent, anInstant, aText, aUuid } from '../match.ts'
import { testNumber, type World } from '../world.ts'
import { claimsOf, expectAudit, need } from './common.ts'

/** Sign-up, sign-in and change of number by text message (docs/contracts/auth.md 1.5, 3.1, 3.2). */

const password = 'a quiet long password'
const phone = '15551234567'
const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
const tooSoon = {
  status: 429,
  code: 'over_sms_send_rate_limit',
  message: /^For security purposes, you can only request this after \d+ seconds\.$/,
}
const badNumber = 'Invalid phone number format (E.164 required)'

async function signedUp(world: World): Promise<{ phone: string; code: string }> {
  const number = world.newPhone()
  await world.send(post('/signup', { phone: number, password }))
  return { phone: number, code: (await world.message(number)).code }
}

export const phones: Family = {
  name: 'phone',
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
        `sign-up, the number ${bad}`,
        post('/signup', { phone: bad, password }),
        400,
        'validation_failed',
        { message: badNumber },
      ),
    ),
    refused(
      'sign-up where no message can leave',
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
        post('/signup', { phone: world.newPhone(), password, data: { colour: 'green' }, channel: 'sms' }),
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
          user_metadata: { colour: 'green', phone_verified: false },
          identities: [{ provider: 'phone', identity_data: { phone_verified: false } }],
        },
      },
      async after({ body }, _state, world) {
        need((await world.message(body.phone)).code !== '', 'a code was sent')
        await expectAudit(world, body.id, ['user_confirmation_requested'])
      },
    }),
    aCase({
      name: 'sign-up, a number with + and spaces is stored without',
      request: (_state, world) =>
        post('/signup', { phone: `+${world.newPhone().replace(/^1555/, '1 555 ')}`, password }),
      expect: { status: 200, body: { phone: /^1555\d{7}$/ } },
    }),
    aCase({
      name: 'sign-up, a proved number: an answer like for a new one, and no message (docs/contracts/auth.md D18)',
      arrange: (world) => world.somebody({ byPhone: true }),
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
        need(body.id !== person.id, 'the id is made up')
        need((await world.messageCount(person.phone)) === 0, 'nothing is sent')
        await expectAudit(world, person.id, ['user_repeated_signup'])
      },
    }),
    aCase({
      name: 'sign-up again within 60 s',
      arrange: signedUp,
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
        need(claimsOf(body.access_token).amr[0].method === 'password', 'amr says password')
        need((await world.messageCount(body.user.phone)) === 0, 'nothing is sent')
      },
    }),
    aCase({
      name: 'sign-up, autoconfirm, the number of somebody',
      settings: { phoneAutoconfirm: true },
      arrange: (world) => world.somebody({ byPhone: true }),
      request: (person) => post('/signup', { phone: person.phone, password }),
      expect: { status: 422, code: 'user_already_exists', message: 'User already registered' },
    }),
    aCase({
      name: 'the code confirms the number and signs in',
      arrange: signedUp,
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
        need(claimsOf(body.access_token).amr[0].method === 'otp', 'amr says otp')
        const again = await world.send(
          post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
        )
        need(again.status === 403, 'a code works once')
        need(
          (await world.send(post('/token?grant_type=password', { phone: `+${state.phone}`, password })))
            .status === 200,
          'the password signs in',
        )
      },
    }),
    aCase({
      name: 'a wrong code',
      arrange: signedUp,
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
        const state = await signedUp(world)
        world.passSeconds(61)
        return state
      },
      request: (state) => post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
      expect: { status: 403, code: 'otp_expired' },
    }),
    aCase({
      name: 'the right code after five wrong ones (docs/contracts/auth.md D2)',
      async arrange(world) {
        const state = await signedUp(world)
        const token = state.code === '000000' ? '000001' : '000000'
        for (let tries = 0; tries < 5; tries += 1)
          await world.send(post('/verify', { type: 'sms', phone: state.phone, token }))
        return state
      },
      request: (state) => post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
      expect: { status: 403, code: 'otp_expired' },
    }),
    aCase({
      name: 'a code of somebody else',
      arrange: async (world) => ({ mine: await signedUp(world), other: world.newPhone() }),
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
      name: 'a ban is told only to who has the code',
      async arrange(world) {
        const state = await signedUp(world)
        const admin = await world.adminToken()
        const { body } = await world.send({ method: 'GET', path: '/admin/users?per_page=1', token: admin })
        await world.send(put(`/admin/users/${body.users[0].id}`, { ban_duration: '1h' }, { token: admin }))
        return state
      },
      request: (state) => post('/verify', { type: 'sms', phone: state.phone, token: state.code }),
      expect: { status: 403, code: 'user_banned' },
    }),
    aCase({
      name: 'sign-in by password with an unproved number',
      arrange: signedUp,
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
      'sign-in by password, no number at all',
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

    refused('otp, provider off', post('/otp', { phone }), 400, 'phone_provider_disabled', {
      settings: { phoneProvider: false },
    }),
    refused('otp, a bad number', post('/otp', { phone: 'invalid-phone' }), 400, 'validation_failed', {
      message: badNumber,
    }),
    refused('otp, a bad channel', post('/otp', { phone, channel: 'pigeon' }), 400, 'validation_failed'),
    aCase({
      name: 'otp, a new number: signs up, and the code signs in',
      request: (_state, world) => post('/otp', { phone: world.newPhone(), data: { colour: 'green' } }),
      expect: { status: 200, body: { message_id: aText } },
    }),
    aCase({
      name: 'otp, a proved number: the code signs in',
      arrange: (world) => world.somebody({ byPhone: true }),
      request: (person) => post('/otp', { phone: person.phone }),
      expect: { status: 200, body: { message_id: aText } },
      async after(_answer, person, world) {
        const { code } = await world.message(person.phone)
        const { status, body } = await world.send(
          post('/verify', { type: 'sms', phone: person.phone, token: code }),
        )
        need(status === 200 && body.user.id === person.id, 'the code signs in')
        await expectAudit(world, person.id, ['user_recovery_requested', 'login'])
      },
    }),
    aCase({
      name: 'otp, create_user false and an unknown number: the same answer, and no message (docs/contracts/auth.md D6)',
      async arrange(world) {
        return world.newPhone()
      },
      request: (number) => post('/otp', { phone: number, create_user: false }),
      expect: { status: 200, body: { message_id: aText } },
      async after(_answer, number, world) {
        need((await world.messageCount(number)) === 0, 'nothing is sent')
      },
    }),
    aCase({
      name: 'otp, sign-up off and an unknown number: the same answer, and no message',
      settings: { signUp: false },
      async arrange(world) {
        return world.newPhone()
      },
      request: (number) => post('/otp', { phone: number }),
      expect: { status: 200 },
      async after(_answer, number, world) {
        need((await world.messageCount(number)) === 0, 'nothing is sent')
      },
    }),
    aCase({
      name: 'otp, an unknown number within 60 s is limited like a known one (docs/contracts/auth.md D6)',
      async arrange(world) {
        const number = world.newPhone()
        await world.send(post('/otp', { phone: number, create_user: false }))
        return number
      },
      request: (number) => post('/otp', { phone: number, create_user: false }),
      expect: tooSoon,
    }),
    aCase({
      name: 'otp, the messages of the hour are used up',
      settings: { smsPerHour: 1 },
      arrange: (world) => world.send(post('/otp', { phone: world.newPhone() })),
      request: (_state, world) => post('/otp', { phone: world.newPhone() }),
      expect: { status: 429, code: 'over_sms_send_rate_limit' },
    }),
    aCase({
      name: 'otp, a test number gets no message and keeps its code',
      request: post('/otp', { phone: testNumber.phone }),
      expect: { status: 200, body: { message_id: 'test-otp' } },
      async after(_answer, _state, world) {
        need((await world.messageCount(testNumber.phone)) === 0, 'nothing is sent')
        const verified = await world.send(
          post('/verify', { type: 'sms', phone: testNumber.phone, token: testNumber.code }),
        )
        need(verified.status === 200, 'the fixed code signs in')
      },
    }),

    refused('resend, no number', post('/resend', { type: 'sms' }), 400, 'validation_failed'),
    refused('resend, provider off', post('/resend', { type: 'sms', phone }), 400, 'phone_provider_disabled', {
      settings: { phoneProvider: false },
    }),
    refused(
      'resend, a bad number',
      post('/resend', { type: 'sms', phone: '1-555' }),
      400,
      'validation_failed',
      { message: badNumber },
    ),
    aCase({
      name: 'resend, an unknown number',
      request: (_state, world) => post('/resend', { type: 'sms', phone: world.newPhone() }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'resend, phone_change of an unknown number',
      request: (_state, world) => post('/resend', { type: 'phone_change', phone: world.newPhone() }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'resend, an unproved number: a new code in place of the old one',
      async arrange(world) {
        const state = await signedUp(world)
        world.passSeconds(61)
        return state
      },
      request: (state) => post('/resend', { type: 'sms', phone: state.phone }),
      expect: { status: 200, body: { message_id: aText } },
      async after(_answer, state, world) {
        const { code } = await world.message(state.phone)
        need(
          (await world.send(post('/verify', { type: 'sms', phone: state.phone, token: code }))).status ===
            200,
          'the new code works',
        )
      },
    }),
    aCase({
      name: 'resend within 60 s',
      arrange: signedUp,
      request: (state) => post('/resend', { type: 'sms', phone: state.phone }),
      expect: tooSoon,
    }),
    aCase({
      name: 'resend, a proved number: the same answer, and no message',
      arrange: (world) => world.somebody({ byPhone: true }),
      request: (person) => post('/resend', { type: 'sms', phone: person.phone }),
      expect: { status: 200 },
      async after(_answer, person, world) {
        need((await world.messageCount(person.phone)) === 0, 'nothing is sent')
      },
    }),

    aCase({
      name: 'PUT /user, a new number waits for its code',
      arrange: async (world) => ({ person: await world.signedIn(), number: world.newPhone() }),
      request: ({ person, number }) => put('/user', { phone: `+${number}` }, { token: person.accessToken }),
      expect: { status: 200, body: { phone: '', new_phone: aText, phone_change_sent_at: anInstant } },
      async after(_answer, { person, number }, world) {
        world.passSeconds(61)
        need(
          (await world.send(post('/resend', { type: 'phone_change', phone: number }))).status === 200,
          'it can be sent again',
        )
        const { code } = await world.message(number)
        const { status, body } = await world.send(
          post('/verify', { type: 'phone_change', phone: number, token: code }),
        )
        need(
          status === 200 && body.user.phone === number && body.user.id === person.id,
          'the code applies the change',
        )
        need(
          body.user.identities.some((identity: { provider: string }) => identity.provider === 'phone'),
          'there is a phone identity',
        )
        need(body.user.app_metadata.providers.includes('phone'), 'and a provider')
        await expectAudit(world, person.id, ['user_modified', 'user_modified'])
      },
    }),
    aCase({
      name: 'PUT /user, a number under autoconfirm counts at once',
      settings: { phoneAutoconfirm: true },
      arrange: async (world) => ({ person: await world.signedIn(), number: world.newPhone() }),
      request: ({ person, number }) => put('/user', { phone: number }, { token: person.accessToken }),
      expect: { status: 200, body: { phone: aText, phone_confirmed_at: anInstant, new_phone: absent } },
    }),
    aCase({
      name: 'PUT /user, the number of somebody',
      arrange: async (world) => ({
        person: await world.signedIn(),
        other: await world.somebody({ byPhone: true }),
      }),
      request: ({ person, other }) => put('/user', { phone: other.phone }, { token: person.accessToken }),
      expect: {
        status: 422,
        code: 'phone_exists',
        message: 'A user with this phone number has already been registered',
      },
      bothShapes: true,
    }),
    aCase({
      name: 'PUT /user, a bad number',
      arrange: (world) => world.signedIn(),
      request: (person) => put('/user', { phone: '1-555' }, { token: person.accessToken }),
      expect: { status: 400, code: 'validation_failed', message: badNumber },
    }),
    aCase({
      name: 'PUT /user, a bad channel',
      arrange: (world) => world.signedIn(),
      request: (person) => put('/user', { phone, channel: 'pigeon' }, { token: person.accessToken }),
      expect: { status: 400, code: 'validation_failed' },
    }),
    aCase({
      name: 'PUT /user, provider off',
      settings: { phoneProvider: false },
      arrange: (world) => world.signedIn(),
      request: (person) => put('/user', { phone }, { token: person.accessToken }),
      expect: { status: 400, code: 'phone_provider_disabled' },
    }),
    refused(
      'verify, phone_change nobody waits for',
      post('/verify', { type: 'phone_change', phone: '15559990002', token: '123456' }),
      403,
      'otp_expired',
      { message: 'Token has expired or is invalid' },
    ),
    aCase({
      name: 'verify, phone_change to a number somebody else proved meanwhile',
      async arrange(world) {
        const person = await world.signedIn()
        const number = world.newPhone()
        await world.send(put('/user', { phone: number }, { token: person.accessToken }))
        const { code } = await world.message(number)
        await world.somebody({ byPhone: true, phone: number })
        return { number, code }
      },
      request: ({ number, code }) => post('/verify', { type: 'phone_change', phone: number, token: code }),
      expect: { status: 422, code: 'phone_exists' },
    }),
    aCase({
      name: 'reauthenticate by number, for a person without an address',
      arrange: (world) => world.signedIn({ byPhone: true }),
      request: (person) => ({ method: 'GET', path: '/reauthenticate', token: person.accessToken }),
      expect: { status: 200, body: { message_id: aText } },
      async after(_answer, person, world) {
        need((await world.message(person.phone)).code !== '', 'a code was sent')
        await expectAudit(world, person.id, ['user_reauthenticate_requested'])
      },
    }),
    aCase({
      name: 'reauthenticate by number within 60 s',
      async arrange(world) {
        const person = await world.signedIn({ byPhone: true })
        await world.send({ method: 'GET', path: '/reauthenticate', token: person.accessToken })
        return person
      },
      request: (person) => ({ method: 'GET', path: '/reauthenticate', token: person.accessToken }),
      expect: tooSoon,
    }),
  ],
}
