import { post } from '../call.ts'
import { aCase, type Family, refused } from '../case.ts'
import { check, claimsOf, expectAudit } from '../checks.ts'
import { aText, aUuid } from '../match.ts'
import { ban } from './setup/admin-case.ts'
import { limitsWith } from './setup/rate-limits.ts'

/** POST /token?grant_type=password by e-mail, and refused grants of every kind (docs/contracts/auth.md 3.3). */

const password = 'a quiet long password'
const signInWith = (body: object) => post('/token?grant_type=password', body)

export const tokenPassword: Family = {
  name: 'token-password',
  cases: [
    refused('no grant type', post('/token', {}), 400, 'invalid_credentials', {
      message: 'unsupported_grant_type',
      bothShapes: true,
    }),
    refused('an unknown grant type', post('/token?grant_type=device', {}), 400, 'invalid_credentials', {
      message: 'unsupported_grant_type',
    }),
    refused('web3 is not offered', post('/token?grant_type=web3', {}), 422, 'web3_provider_disabled', {
      message: 'Web3 provider is disabled',
    }),
    refused(
      'both addresses',
      signInWith({ email: 'a@example.test', phone: '15551234567', password }),
      400,
      'validation_failed',
      { bothShapes: true },
    ),
    refused('neither address', signInWith({ password }), 400, 'validation_failed', {
      message: 'missing email or phone',
    }),
    refused(
      'e-mail provider off',
      signInWith({ email: 'a@example.test', password }),
      422,
      'email_provider_disabled',
      { settings: { emailProvider: false }, bothShapes: true },
    ),
    refused(
      'an unknown address',
      signInWith({ email: 'nobody@example.test', password }),
      400,
      'invalid_credentials',
      { message: 'Invalid login credentials', bothShapes: true },
    ),
    refused('no password', signInWith({ email: 'nobody@example.test' }), 400, 'invalid_credentials'),
    aCase({
      name: 'a wrong password',
      arrange: (world) => world.createUser(),
      request: (person) => signInWith({ email: person.email, password: 'wrong' }),
      expect: { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
      bothShapes: true,
    }),
    aCase({
      name: 'a user without a password',
      async arrange(world) {
        const address = world.newEmail()
        await world.send(post('/invite', { email: address }, { token: await world.adminToken() }))
        return address
      },
      request: (address) => signInWith({ email: address, password: '' }),
      expect: { status: 400, code: 'invalid_credentials' },
    }),
    aCase({
      name: 'an unconfirmed address, right password',
      arrange: (world) => world.createUser({ confirmed: false }),
      request: (person) => signInWith(person),
      expect: { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
      bothShapes: true,
    }),
    aCase({
      name: 'an unconfirmed address, wrong password, does not reveal it (docs/contracts/auth.md D6)',
      arrange: (world) => world.createUser({ confirmed: false }),
      request: (person) => signInWith({ ...person, password: 'wrong' }),
      expect: { status: 400, code: 'invalid_credentials' },
    }),
    ...([true, false] as const).map((isRight) =>
      aCase({
        name: `a banned user, ${isRight ? 'right' : 'wrong'} password (docs/contracts/auth.md D6)`,
        async arrange(world) {
          const person = await world.createUser()
          await ban(world, person)
          return person
        },
        request: (person) =>
          signInWith({ email: person.email, password: isRight ? person.password : 'wrong' }),
        expect: { status: 400, code: isRight ? 'user_banned' : 'invalid_credentials' },
      }),
    ),
    aCase({
      name: 'the right password: a session',
      arrange: (world) => world.createUser(),
      request: (person) => signInWith({ email: person.email.toUpperCase(), password: person.password }),
      expect: {
        status: 200,
        body: {
          access_token: aText,
          refresh_token: aText,
          token_type: 'bearer',
          expires_in: 3600,
          expires_at: (value: unknown) => Number.isInteger(value),
          user: { id: aUuid, aud: 'authenticated', last_sign_in_at: aText },
        },
        headers: { 'sb-auth-user-id': aUuid, 'sb-auth-session-id': aUuid, 'cache-control': 'no-store' },
      },
      async after({ body }, person, world) {
        const claims = claimsOf(body.access_token)
        check(
          claims.sub === person.id && claims.email === person.email && claims.role === 'authenticated',
          'the claims name the user',
        )
        check(
          claims.aal === 'aal1' && claims.amr[0].method === 'password',
          'the claims say how the user signed in',
        )
        check(
          claims.exp - claims.iat === 3600 && claims.aud === 'authenticated' && claims.is_anonymous === false,
          'the rest of the claims',
        )
        check(
          claims.phone === '' && typeof claims.session_id === 'string' && claims.iss !== '',
          'every claim is there',
        )
        await expectAudit(world, person.id, ['login'])
      },
    }),
    aCase({
      name: 'a password that no longer meets the policy signs in, with a warning',
      settings: { passwordMinLength: 30 },
      arrange: (world) => world.createUser(),
      request: (person) => signInWith(person),
      expect: {
        status: 200,
        body: {
          access_token: aText,
          weak_password: { reasons: ['length'], message: /at least 30 characters/ },
        },
      },
    }),
    aCase({
      name: 'another audience finds no user',
      arrange: (world) => world.createUser(),
      request: (person) =>
        post('/token?grant_type=password', person, { headers: { 'x-jwt-aud': 'elsewhere' } }),
      expect: { status: 400, code: 'invalid_credentials' },
    }),
    ...(['password', 'refresh_token', 'pkce'] as const).map((grant) =>
      aCase({
        name: `one request too many from one network address, ${grant}`,
        settings: { rateLimits: limitsWith('token', { burst: 1, perSeconds: 3600 }) },
        arrange: (world) =>
          world.send(post(`/token?grant_type=${grant}`, {}, { address: `198.51.100.${grant.length}` })),
        request: post(`/token?grant_type=${grant}`, {}, { address: `198.51.100.${grant.length}` }),
        expect: {
          status: 429,
          code: 'over_request_rate_limit',
          message: 'Request rate limit reached',
          headers: { 'retry-after': /^\d+$/ },
        },
      }),
    ),
  ],
}
