import { get, post, put } from '../call.ts'
import { aCase, type Family, refused } from '../case.ts'
import { check, claimsOf, expectAudit } from '../checks.ts'
import { absent, anInstant, aText, aUuid, noFields } from '../match.ts'
import { limitsWith } from './setup/rate-limits.ts'
import { userChange } from './setup/user-change.ts'

/** GET and PUT /user, and GET /reauthenticate by mail (docs/contracts/auth.md 3.4). */

export const user: Family = {
  name: 'user',
  cases: [
    aCase({
      name: 'GET: the signed-in user',
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken }) => get('/user', { token: accessToken }),
      expect: {
        status: 200,
        body: {
          id: aUuid,
          aud: 'authenticated',
          role: 'authenticated',
          email: aText,
          phone: '',
          email_confirmed_at: anInstant,
          confirmed_at: anInstant,
          last_sign_in_at: anInstant,
          app_metadata: { provider: 'email', providers: ['email'] },
          user_metadata: (value: unknown) => typeof value === 'object',
          identities: [{ provider: 'email', identity_data: { email_verified: true } }],
          created_at: anInstant,
          updated_at: anInstant,
          is_anonymous: false,
          invited_at: absent,
          banned_until: absent,
          new_email: absent,
          password_hash: absent,
        },
        headers: { 'cache-control': 'no-store' },
      },
    }),
    aCase({
      name: 'GET: another audience than the token',
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken }) =>
        get('/user', { token: accessToken, headers: { 'x-jwt-aud': 'elsewhere' } }),
      expect: { status: 400, code: 'validation_failed' },
      bothShapes: true,
    }),

    userChange(
      'a malformed address',
      { email: 'nope' },
      { status: 400, code: 'validation_failed', message: /^Unable to validate email address: / },
      { bothShapes: true },
    ),
    userChange(
      'an address that is too long',
      { email: `${'x'.repeat(250)}@example.test` },
      { status: 400, code: 'validation_failed' },
    ),
    userChange(
      'half of a PKCE pair',
      { email: 'x@example.test', code_challenge: 'c'.repeat(43) },
      { status: 400, code: 'validation_failed' },
    ),
    userChange(
      'app_metadata',
      { app_metadata: { role: 'admin' } },
      { status: 403, code: 'not_admin' },
      { bothShapes: true },
    ),
    userChange(
      'a weak password comes before app_metadata',
      { password: 'five5', app_metadata: {} },
      { status: 422, code: 'weak_password' },
    ),
    userChange(
      'metadata over the size limit',
      { data: { x: 'x'.repeat(9000) } },
      { status: 400, code: 'validation_failed' },
    ),
    aCase({
      name: 'PUT: an address that someone else has: the same answer as for a free one (docs/contracts/auth.md D20)',
      arrange: async (world) => ({ me: await world.createSignedInUser(), other: await world.createUser() }),
      request: ({ me, other }) =>
        put('/user', { email: other.email.toUpperCase() }, { token: me.accessToken }),
      expect: { status: 200, body: { new_email: aText } },
    }),
    aCase({
      name: 'PUT: data are merged key by key, null deletes',
      async arrange(world) {
        const state = await world.createSignedInUser()
        await world.send(
          put('/user', { data: { color: 'green', size: 3, gone: true } }, { token: state.accessToken }),
        )
        return state
      },
      request: ({ accessToken }) => put('/user', { data: { size: 4, gone: null } }, { token: accessToken }),
      expect: { status: 200, body: { user_metadata: { color: 'green', size: 4, gone: absent } } },
      after: (_answer, state, world) => expectAudit(world, state.id, ['user_modified']),
    }),
    userChange('an empty change', {}, { status: 200, body: { id: aUuid } }),
    userChange(
      'the address the user already has',
      undefined,
      { status: 200, body: { new_email: absent } },
      {
        request: (state: { accessToken: string; email: string }) =>
          put('/user', { email: state.email }, { token: state.accessToken }),
      },
    ),
    aCase({
      name: 'PUT: a new address waits for confirmation from both mailboxes',
      arrange: async (world) => ({ me: await world.createSignedInUser(), next: world.newEmail() }),
      request: ({ me, next }) => put('/user', { email: next }, { token: me.accessToken }),
      expect: { status: 200, body: { new_email: aText, email_change_sent_at: anInstant } },
      async after({ body }, { me, next }, world) {
        check(body.email === me.email, 'the address is still the old one')
        check(
          (await world.messageCount(next)) === 1 && (await world.messageCount(me.email)) === 1,
          'both mailboxes are asked',
        )
        const { status } = await world.send(
          post('/token?grant_type=password', { email: next, password: me.password }),
        )
        check(status === 400, 'the new one does not sign in yet')
      },
    }),
    aCase({
      name: 'PUT: a new address waits for its own mailbox only, where that is enough',
      settings: { secureEmailChange: false },
      arrange: async (world) => ({ me: await world.createSignedInUser(), next: world.newEmail() }),
      request: ({ me, next }) => put('/user', { email: next }, { token: me.accessToken }),
      expect: { status: 200, body: { new_email: aText } },
      async after(_answer, { me }, world) {
        check((await world.messageCount(me.email)) === 0, 'the old mailbox is not asked')
      },
    }),
    aCase({
      name: 'PUT: two changes of address within 60 s',
      async arrange(world) {
        const me = await world.createSignedInUser()
        await world.send(put('/user', { email: world.newEmail() }, { token: me.accessToken }))
        return me
      },
      request: (me, world) => put('/user', { email: world.newEmail() }, { token: me.accessToken }),
      expect: {
        status: 429,
        code: 'over_email_send_rate_limit',
        message: /^For security purposes, you can only request this after \d+ seconds\.$/,
      },
    }),
    aCase({
      name: 'PUT: one request too many from one network address',
      settings: { rateLimits: limitsWith('user', { burst: 1, perSeconds: 3600 }) },
      arrange: (world) => world.send(put('/user', {}, { address: '198.51.100.44' })),
      request: put('/user', {}, { address: '198.51.100.44' }),
      expect: { status: 429, code: 'over_request_rate_limit' },
    }),

    aCase({
      name: 'reauthenticate: a code by mail',
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken }) => get('/reauthenticate', { token: accessToken }),
      expect: { status: 200, body: noFields },
      async after(_answer, state, world) {
        const { link, code } = await world.lastMessage(state.email)
        check(code !== '' && link === '', 'a code and no link')
        await expectAudit(world, state.id, ['user_reauthenticate_requested'])
      },
    }),
    aCase({
      name: 'reauthenticate: within 60 s',
      async arrange(world) {
        const state = await world.createSignedInUser()
        await world.send(get('/reauthenticate', { token: state.accessToken }))
        return state
      },
      request: ({ accessToken }) => get('/reauthenticate', { token: accessToken }),
      expect: { status: 429, code: 'over_email_send_rate_limit', message: /^For security purposes, / },
      bothShapes: true,
    }),
    aCase({
      name: 'reauthenticate: POST is not served',
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken }) => post('/reauthenticate', {}, { token: accessToken }),
      expect: { status: 405, headers: { allow: 'GET' } },
    }),
    aCase({
      name: 'a role set by an admin is in the next token',
      async arrange(world) {
        const state = await world.createSignedInUser()
        await world.send(
          put(`/admin/users/${state.id}`, { role: 'editor' }, { token: await world.adminToken() }),
        )
        return state
      },
      request: ({ refreshToken }) => post('/token?grant_type=refresh_token', { refresh_token: refreshToken }),
      expect: { status: 200 },
      after: ({ body }) => check(claimsOf(body.access_token).role === 'editor', 'the token has the role'),
    }),
    refused('PUT without a body', { method: 'PUT', path: '/user' }, 401, 'no_authorization'),
  ],
}
