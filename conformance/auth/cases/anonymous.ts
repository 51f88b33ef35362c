import { post, put } from '../call.ts'
import { aCase, type Family, refused } from '../case.ts'
import { check } from '../checks.ts'
import { anInstant, aText } from '../match.ts'
import { anonymousUser } from './setup/anonymous-user.ts'
import { limitsWith } from './setup/rate-limits.ts'

/** POST /signup without an address, and the rights of an anonymous user (docs/contracts/auth.md 3.1). */

const password = 'a quiet long password'
const autoconfirm = { settings: { mailAutoconfirm: true } }

export const anonymous: Family = {
  name: 'anonymous',
  cases: [
    aCase({
      name: 'a session for a new anonymous user',
      request: post('/signup', { data: { color: 'green' } }),
      expect: {
        status: 200,
        body: {
          access_token: aText,
          refresh_token: aText,
          user: {
            is_anonymous: true,
            email: '',
            phone: '',
            identities: [],
            user_metadata: { color: 'green' },
            role: 'authenticated',
          },
        },
      },
      async after({ body }) {
        const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
        check(claims.is_anonymous === true && claims.amr[0].method === 'anonymous', 'the token says so')
      },
    }),
    refused('sign-up off', post('/signup', {}), 422, 'signup_disabled', { settings: { signUp: false } }),
    refused(
      'anonymous off, with sign-up off as well',
      post('/signup', {}),
      422,
      'anonymous_provider_disabled',
      {
        settings: { signUp: false, anonymous: false },
      },
    ),
    aCase({
      name: 'one request too many from one network address',
      settings: { rateLimits: limitsWith('anonymous', { burst: 1, perSeconds: 3600 }) },
      async arrange(world) {
        await world.send(post('/signup', {}, { address: '198.51.100.9' }))
      },
      request: post('/signup', {}, { address: '198.51.100.9' }),
      expect: { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    }),
    aCase({
      name: 'a password needs an address',
      arrange: anonymousUser,
      request: (token) => put('/user', { password }, { token }),
      expect: { status: 422, code: 'validation_failed', message: /without an email or phone is not allowed/ },
    }),
    aCase({
      name: 'an address turns it into an account, once it is confirmed',
      async arrange(world) {
        return { token: await anonymousUser(world), address: world.newEmail() }
      },
      request: ({ token, address }) => put('/user', { email: address, password }, { token }),
      expect: { status: 200, body: { new_email: aText, is_anonymous: true } },
      async after(_answer, { address }, world) {
        const { code } = await world.lastMessage(address)
        const verified = await world.send(
          post('/verify', { type: 'email_change', email: address, token: code }),
        )
        check(verified.status === 200 && !verified.body.user.is_anonymous, 'it is an account')
        const signedIn = await world.send(post('/token?grant_type=password', { email: address, password }))
        check(signedIn.status === 200, 'which can sign in')
      },
    }),
    aCase({
      name: 'under autoconfirm an address takes effect at once',
      ...autoconfirm,
      async arrange(world) {
        return { token: await anonymousUser(world), address: world.newEmail() }
      },
      request: ({ token, address }) => put('/user', { email: address }, { token }),
      expect: {
        status: 200,
        body: {
          email: aText,
          is_anonymous: false,
          email_confirmed_at: anInstant,
          identities: [{ provider: 'email' }],
        },
      },
    }),
    aCase({
      name: 'an address that someone else has: the same answer as for a free one (docs/contracts/auth.md D20)',
      async arrange(world) {
        return { token: await anonymousUser(world), person: await world.createUser() }
      },
      request: ({ token, person }) => put('/user', { email: person.email }, { token }),
      expect: { status: 200, body: { new_email: aText, is_anonymous: true } },
    }),
    aCase({
      name: 'a number turns it into an account, once it is confirmed',
      async arrange(world) {
        return { token: await anonymousUser(world), phone: world.newPhone() }
      },
      request: ({ token, phone }) => put('/user', { phone }, { token }),
      expect: { status: 200, body: { new_phone: aText, is_anonymous: true } },
      async after(_answer, { phone }, world) {
        const { code } = await world.lastMessage(phone)
        const verified = await world.send(post('/verify', { type: 'phone_change', phone, token: code }))
        check(verified.status === 200 && !verified.body.user.is_anonymous, 'it is an account')
      },
    }),
    aCase({
      name: 'has nothing to reauthenticate with',
      arrange: anonymousUser,
      request: (token) => ({ method: 'GET', path: '/reauthenticate', token }),
      expect: {
        status: 400,
        code: 'validation_failed',
        message: /requires the user to have an email or a phone number/,
      },
    }),
  ],
}
