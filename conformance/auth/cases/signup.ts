import { post } from '../call.ts'
import { aCase, type Family, refused } from '../case.ts'
import { check, expectAudit } from '../checks.ts'
import { absent, anInstant, aText, aUuid } from '../match.ts'

/** POST /signup by e-mail (docs/contracts/auth.md 3.1). */

const password = 'a quiet long password'
const challenge = 'c'.repeat(43)
const closed = { settings: { signUp: false } }
const autoconfirm = { settings: { mailAutoconfirm: true } }
const email = 'somebody@example.test'

const userAnswer = (address: string) => ({
  id: aUuid,
  aud: 'authenticated',
  role: 'authenticated',
  email: address,
  phone: '',
  confirmation_sent_at: anInstant,
  created_at: anInstant,
  updated_at: anInstant,
  email_confirmed_at: absent,
  access_token: absent,
  is_anonymous: false,
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: { email: address, email_verified: false, phone_verified: false, sub: aUuid },
  identities: [
    { provider: 'email', identity_id: aUuid, id: aUuid, user_id: aUuid, identity_data: { email: address } },
  ],
})

export const signup: Family = {
  name: 'signup',
  cases: [
    refused(
      'neither address, anonymous off',
      post('/signup', { password }),
      422,
      'anonymous_provider_disabled',
      {
        settings: { anonymous: false },
        message: 'Anonymous sign-ins are disabled',
        bothShapes: true,
      },
    ),
    refused('sign-up off', post('/signup', { email, password }), 422, 'signup_disabled', {
      ...closed,
      message: 'Signups not allowed for this instance',
      bothShapes: true,
    }),
    refused(
      'sign-up off comes before a missing password',
      post('/signup', { email }),
      422,
      'signup_disabled',
      closed,
    ),
    refused('no password', post('/signup', { email }), 400, 'validation_failed', {
      message: 'Signup requires a valid password',
      bothShapes: true,
    }),
    refused('an empty password', post('/signup', { email, password: '' }), 400, 'validation_failed'),
    refused(
      '73 bytes of password',
      post('/signup', { email, password: 'x'.repeat(73) }),
      400,
      'validation_failed',
      {
        message: 'Password cannot be longer than 72 bytes',
      },
    ),
    refused(
      '73 bytes in fewer characters',
      post('/signup', { email, password: 'ä'.repeat(37) }),
      400,
      'validation_failed',
    ),
    aCase({
      name: '72 bytes of password are accepted',
      request: (_state, world) => post('/signup', { email: world.newEmail(), password: 'x'.repeat(72) }),
      expect: { status: 200 },
    }),
    aCase({
      name: '256 bytes of password are accepted where the installation allows it (docs/contracts/auth.md D11)',
      settings: { passwordMaxBytes: 1024 },
      request: (_state, world) => post('/signup', { email: world.newEmail(), password: 'pass '.repeat(51) }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'a weak password, with the reasons',
      request: post(
        '/signup',
        { email, password: 'five5' },
        { headers: { 'x-supabase-api-version': '2024-01-01' } },
      ),
      expect: {
        status: 422,
        body: {
          code: 'weak_password',
          message: 'Password should be at least 6 characters.',
          weak_password: { reasons: ['length'] },
        },
      },
    }),
    aCase({
      name: 'a weak password, in the older shape',
      request: post('/signup', { email, password: 'five5' }),
      expect: {
        status: 422,
        body: { code: 422, error_code: 'weak_password', weak_password: { reasons: ['length'] } },
      },
    }),
    aCase({
      name: 'a well-known password, where those are refused (docs/contracts/auth.md D11)',
      settings: { refuseKnownPasswords: true, passwordMinLength: 8 },
      request: post('/signup', { email, password: 'password' }),
      expect: { status: 422, body: { error_code: 'weak_password', weak_password: { reasons: ['pwned'] } } },
    }),
    aCase({
      name: 'the reasons of a weak password, in order',
      settings: { refuseKnownPasswords: true, passwordMinLength: 9 },
      request: post('/signup', { email, password: 'password' }),
      expect: { status: 422, body: { weak_password: { reasons: ['length', 'pwned'] } } },
    }),
    refused(
      'a weak password comes before two addresses',
      post('/signup', { email, phone: '15551234567', password: 'no' }),
      422,
      'weak_password',
    ),
    refused(
      'both addresses',
      post('/signup', { email, phone: '15551234567', password }),
      400,
      'validation_failed',
      {
        bothShapes: true,
      },
    ),
    refused(
      'half of a PKCE pair',
      post('/signup', { email, password, code_challenge: challenge }),
      400,
      'validation_failed',
    ),
    refused(
      'the other half of a PKCE pair',
      post('/signup', { email, password, code_challenge_method: 's256' }),
      400,
      'validation_failed',
    ),
    refused(
      'a short challenge',
      post('/signup', { email, password, code_challenge: 'c'.repeat(42), code_challenge_method: 's256' }),
      400,
      'validation_failed',
    ),
    refused(
      'a long challenge',
      post('/signup', { email, password, code_challenge: 'c'.repeat(129), code_challenge_method: 's256' }),
      400,
      'validation_failed',
    ),
    refused(
      'a challenge with forbidden characters',
      post('/signup', {
        email,
        password,
        code_challenge: `${'c'.repeat(42)}!`,
        code_challenge_method: 's256',
      }),
      400,
      'validation_failed',
    ),
    refused(
      'an unknown challenge method',
      post('/signup', { email, password, code_challenge: challenge, code_challenge_method: 'sha1' }),
      400,
      'validation_failed',
    ),
    refused('e-mail provider off', post('/signup', { email, password }), 400, 'email_provider_disabled', {
      settings: { emailProvider: false },
      bothShapes: true,
    }),
    refused(
      'a malformed e-mail address',
      post('/signup', { email: 'a', password }),
      400,
      'validation_failed',
      {
        message: /^Unable to validate email address: /,
        bothShapes: true,
      },
    ),
    ...[
      'xx:;x@x.x',
      'a@b',
      '@example.test',
      'a b@example.test',
      'a@example..test',
      `${'x'.repeat(250)}@example.test`,
    ].map((bad) =>
      refused(
        `the malformed address ${bad.slice(0, 20)}`,
        post('/signup', { email: bad, password }),
        400,
        'validation_failed',
      ),
    ),
    aCase({
      name: 'a new address: the user without a session',
      request: (_state, world) =>
        post('/signup', { email: world.newEmail(), password, data: { color: 'green' } }),
      expect: {
        status: 200,
        body: {
          ...userAnswer('x'),
          email: /@example\.test$/,
          user_metadata: { color: 'green' },
          identities: [{ provider: 'email' }],
        },
      },
      async after({ body }, _state, world) {
        const mail = await world.lastMessage(body.email)
        check(mail.link !== '' && mail.code !== '', 'a link and a code are mailed')
        check(mail.type === 'signup', 'the link is a sign-up link')
        await expectAudit(world, body.id, ['user_confirmation_requested'])
      },
    }),
    aCase({
      name: 'a new address is lower-cased',
      request: (_state, world) => post('/signup', { email: world.newEmail().toUpperCase(), password }),
      expect: { status: 200, body: { email: /^person-\d+@example\.test$/ } },
    }),
    aCase({
      name: 'an unconfirmed address: like new, with a new mail, and the first password stays',
      async arrange(world) {
        const address = world.newEmail()
        await world.send(post('/signup', { email: address, password }))
        world.advanceSeconds(61)
        return address
      },
      request: (address) =>
        post('/signup', { email: address, password: 'another long password', data: { x: 1 } }),
      expect: { status: 200, body: { confirmation_sent_at: anInstant, identities: [{ provider: 'email' }] } },
      async after(_answer, address, world) {
        check((await world.messageCount(address)) === 2, 'a second mail goes out')
        const { code } = await world.lastMessage(address)
        await world.send(post('/verify', { type: 'signup', email: address, token: code }))
        const again = await world.send(post('/token?grant_type=password', { email: address, password }))
        check(again.status === 200, 'the first password signs in')
        check(!('x' in again.body.user.user_metadata), 'the metadata of the second are not kept')
      },
    }),
    aCase({
      name: 'an unconfirmed address again within 60 s',
      async arrange(world) {
        const address = world.newEmail()
        await world.send(post('/signup', { email: address, password }))
        return address
      },
      request: (address) => post('/signup', { email: address, password }),
      expect: {
        status: 429,
        code: 'over_email_send_rate_limit',
        message: /^For security purposes, you can only request this after \d+ seconds\.$/,
      },
    }),
    aCase({
      name: 'a confirmed address: the same answer as for a new one (docs/contracts/auth.md D18)',
      arrange: (world) => world.createUser(),
      request: (person) => post('/signup', { email: person.email, password, data: { color: 'green' } }),
      expect: {
        status: 200,
        body: {
          ...userAnswer('x'),
          email: aText,
          user_metadata: { color: 'green' },
          identities: [{ provider: 'email' }],
        },
      },
      async after({ body }, person, world) {
        check(body.id !== person.id, 'the id is fictitious')
        const mail = await world.lastMessage(person.email)
        check(mail.code === '' && /already/i.test(mail.subject), 'the owner is notified, without a code')
        await expectAudit(world, person.id, ['user_repeated_signup'])
        const still = await world.send(
          post('/token?grant_type=password', { email: person.email, password: person.password }),
        )
        check(still.status === 200, 'nothing was changed')
      },
    }),
    aCase({
      name: 'a confirmed address within 60 s is limited like any other (docs/contracts/auth.md D6)',
      async arrange(world) {
        const person = await world.createUser()
        await world.send(post('/signup', { email: person.email, password }))
        return person
      },
      request: ({ email: address }) => post('/signup', { email: address, password }),
      expect: { status: 429, code: 'over_email_send_rate_limit' },
    }),
    aCase({
      name: 'autoconfirm, new address: a session at once',
      ...autoconfirm,
      request: (_state, world) => post('/signup', { email: world.newEmail(), password }),
      expect: {
        status: 200,
        body: {
          access_token: aText,
          refresh_token: aText,
          token_type: 'bearer',
          expires_in: 3600,
          expires_at: (value: unknown) => typeof value === 'number',
          user: {
            email_confirmed_at: anInstant,
            last_sign_in_at: anInstant,
            user_metadata: { email_verified: true },
          },
        },
        headers: { 'sb-auth-user-id': aUuid, 'sb-auth-session-id': aUuid },
      },
      async after({ body }, _state, world) {
        check((await world.messageCount(body.user.email)) === 0, 'nothing is mailed')
        await expectAudit(world, body.user.id, ['user_signedup', 'login'])
      },
    }),
    aCase({
      name: 'autoconfirm, an address that someone else has',
      ...autoconfirm,
      arrange: (world) => world.createUser(),
      request: (person) => post('/signup', { email: person.email, password }),
      expect: { status: 422, code: 'user_already_exists', message: 'User already registered' },
      bothShapes: true,
    }),
    aCase({
      name: 'a PKCE sign-up ends in a code for the browser that began it',
      request: (_state, world) =>
        post('/signup', {
          email: world.newEmail(),
          password,
          code_challenge: challenge,
          code_challenge_method: 's256',
        }),
      expect: { status: 200 },
      async after({ body }, _state, world) {
        check((await world.lastMessage(body.email)).link.startsWith('pkce_'), 'the link is marked')
      },
    }),
    aCase({
      name: 'the installation’s hourly mail limit is used up',
      settings: { mailsPerHour: 1 },
      arrange: (world) => world.send(post('/recover', { email: world.newEmail() })),
      request: (_state, world) => post('/signup', { email: world.newEmail(), password }),
      expect: { status: 429, code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
    }),
    refused(
      'metadata over the size limit',
      post('/signup', { email, password, data: { x: 'x'.repeat(9000) } }),
      400,
      'validation_failed',
    ),
    refused(
      'another audience',
      post('/signup', { email, password }, { headers: { 'x-jwt-aud': 'elsewhere' } }),
      400,
      'validation_failed',
    ),
  ],
}
