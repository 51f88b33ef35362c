import { type AnyCase, aCase, type Family, get, post, put, refused } from '../case.ts'
import { absent, anInstant, aText, aUuid, noFields } from '../match.ts'
import type { World } from '../world.ts'
import { claimsOf, expectAudit, limitsWith, need } from './common.ts'

/** GET and PUT /user, GET /reauthenticate (docs/contracts/auth.md 3.4). */

const newPassword = 'another quiet long password'
const person = (world: World) => world.signedIn()

/** One change that somebody with a fresh session asks for. */
function change(
  name: string,
  body: unknown,
  expect: AnyCase['expect'],
  more: Partial<AnyCase> = {},
): AnyCase {
  return {
    name: `PUT: ${name}`,
    arrange: person,
    request: (state: { accessToken: string }) => put('/user', body, { token: state.accessToken }),
    expect,
    ...more,
  }
}

async function withNonce(world: World) {
  const state = await world.signedIn()
  world.passSeconds(25 * 3600)
  const { body } = await world.send(
    post('/token?grant_type=refresh_token', { refresh_token: state.refreshToken }),
  )
  const token: string = body.access_token
  await world.send(get('/reauthenticate', { token }))
  return { ...state, token, nonce: (await world.message(state.email)).code }
}

const needsNonce = { settings: { requireReauthentication: true } }
const needsCurrent = { settings: { requireCurrentPassword: true } }

export const users: Family = {
  name: 'user',
  cases: [
    aCase({
      name: 'GET: the person',
      arrange: person,
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
      arrange: person,
      request: ({ accessToken }) =>
        get('/user', { token: accessToken, headers: { 'x-jwt-aud': 'elsewhere' } }),
      expect: { status: 400, code: 'validation_failed' },
      bothShapes: true,
    }),

    change(
      'an address that is none',
      { email: 'nope' },
      { status: 400, code: 'validation_failed', message: /^Unable to validate email address: / },
      { bothShapes: true },
    ),
    change(
      'too long an address',
      { email: `${'x'.repeat(250)}@example.test` },
      { status: 400, code: 'validation_failed' },
    ),
    change(
      'half a PKCE pair',
      { email: 'x@example.test', code_challenge: 'c'.repeat(43) },
      { status: 400, code: 'validation_failed' },
    ),
    change(
      'a weak password',
      { password: 'five5' },
      { status: 422, code: 'weak_password', body: { weak_password: { reasons: ['length'] } } },
      { bothShapes: true },
    ),
    change('an empty password', { password: '' }, { status: 422, code: 'weak_password' }),
    change('73 bytes of password', { password: 'x'.repeat(73) }, { status: 400, code: 'validation_failed' }),
    change(
      'app_metadata',
      { app_metadata: { role: 'admin' } },
      { status: 403, code: 'not_admin' },
      { bothShapes: true },
    ),
    change(
      'a weak password comes before app_metadata',
      { password: 'five5', app_metadata: {} },
      { status: 422, code: 'weak_password' },
    ),
    change(
      'metadata larger than anybody needs',
      { data: { x: 'x'.repeat(9000) } },
      { status: 400, code: 'validation_failed' },
    ),
    aCase({
      name: 'PUT: the address of somebody',
      arrange: async (world) => ({ me: await world.signedIn(), other: await world.somebody() }),
      request: ({ me, other }) =>
        put('/user', { email: other.email.toUpperCase() }, { token: me.accessToken }),
      expect: {
        status: 422,
        code: 'email_exists',
        message: 'A user with this email address has already been registered',
      },
      bothShapes: true,
    }),
    aCase({
      name: 'PUT: data are merged key by key, null deletes',
      async arrange(world) {
        const state = await world.signedIn()
        await world.send(
          put('/user', { data: { colour: 'green', size: 3, gone: true } }, { token: state.accessToken }),
        )
        return state
      },
      request: ({ accessToken }) => put('/user', { data: { size: 4, gone: null } }, { token: accessToken }),
      expect: { status: 200, body: { user_metadata: { colour: 'green', size: 4, gone: absent } } },
      after: (_answer, state, world) => expectAudit(world, state.id, ['user_modified']),
    }),
    change('nothing at all', {}, { status: 200, body: { id: aUuid } }),
    change(
      'the address it has already',
      undefined,
      { status: 200, body: { new_email: absent } },
      {
        request: (state: { accessToken: string; email: string }) =>
          put('/user', { email: state.email }, { token: state.accessToken }),
      },
    ),
    aCase({
      name: 'PUT: a new address waits for both mailboxes',
      arrange: async (world) => ({ me: await world.signedIn(), next: world.newEmail() }),
      request: ({ me, next }) => put('/user', { email: next }, { token: me.accessToken }),
      expect: { status: 200, body: { new_email: aText, email_change_sent_at: anInstant } },
      async after({ body }, { me, next }, world) {
        need(body.email === me.email, 'the address is still the old one')
        need(
          (await world.messageCount(next)) === 1 && (await world.messageCount(me.email)) === 1,
          'both are asked',
        )
        const { status } = await world.send(
          post('/token?grant_type=password', { email: next, password: me.password }),
        )
        need(status === 400, 'the new one does not sign in yet')
      },
    }),
    aCase({
      name: 'PUT: a new address waits for its own mailbox only, where that is enough',
      settings: { secureEmailChange: false },
      arrange: async (world) => ({ me: await world.signedIn(), next: world.newEmail() }),
      request: ({ me, next }) => put('/user', { email: next }, { token: me.accessToken }),
      expect: { status: 200, body: { new_email: aText } },
      async after(_answer, { me }, world) {
        need((await world.messageCount(me.email)) === 0, 'the old mailbox is not asked')
      },
    }),
    aCase({
      name: 'PUT: two changes of address within 60 s',
      async arrange(world) {
        const me = await world.signedIn()
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
      name: 'PUT: a new password ends all other sessions and everything that waits',
      async arrange(world) {
        const somebody = await world.somebody()
        const [here, there] = [await world.signIn(somebody), await world.signIn(somebody)]
        await world.send(post('/recover', { email: here.email }))
        return { here, there, link: (await world.message(here.email)).link }
      },
      request: ({ here }) => put('/user', { password: newPassword }, { token: here.accessToken }),
      expect: { status: 200 },
      async after(_answer, { here, there, link }, world) {
        need(
          (await world.send(get('/user', { token: here.accessToken }))).status === 200,
          'this session lives',
        )
        need(
          (await world.send(get('/user', { token: there.accessToken }))).status === 403,
          'the other one is over',
        )
        need(
          (await world.send(post('/verify', { type: 'recovery', token_hash: link }))).status === 403,
          'the link is dead',
        )
        need(
          (await world.send(post('/token?grant_type=password', { ...here, password: newPassword })))
            .status === 200,
          'the new one signs in',
        )
        need(
          (await world.send(post('/token?grant_type=password', here))).status === 400,
          'the old one does not',
        )
        await expectAudit(world, here.id, ['user_updated_password', 'user_modified'])
      },
    }),
    change(
      'the same password',
      undefined,
      {
        status: 422,
        code: 'same_password',
        message: 'New password should be different from the old password.',
      },
      {
        request: (state: { accessToken: string; password: string }) =>
          put('/user', { password: state.password }, { token: state.accessToken }),
        bothShapes: true,
      },
    ),
    change(
      'no current password, where it is asked for (docs/contracts/auth.md D16)',
      { password: newPassword },
      { status: 400, code: 'current_password_required' },
      { ...needsCurrent, bothShapes: true },
    ),
    change(
      'a wrong current password',
      { password: newPassword, current_password: 'wrong' },
      { status: 400, code: 'current_password_invalid' },
      { ...needsCurrent, bothShapes: true },
    ),
    change(
      'the right current password',
      undefined,
      { status: 200 },
      {
        ...needsCurrent,
        request: (state: { accessToken: string; password: string }) =>
          put(
            '/user',
            { password: newPassword, current_password: state.password },
            { token: state.accessToken },
          ),
      },
    ),
    aCase({
      name: 'PUT: no current password is asked for after a recovery (docs/contracts/auth.md D16)',
      ...needsCurrent,
      async arrange(world) {
        const { email } = await world.somebody()
        await world.send(post('/recover', { email }))
        const { body } = await world.send(
          post('/verify', { type: 'recovery', token_hash: (await world.message(email)).link }),
        )
        return String(body.access_token)
      },
      request: (token) => put('/user', { password: newPassword }, { token }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'PUT: no nonce in an old session, where it is asked for',
      ...needsNonce,
      arrange: withNonce,
      request: ({ token }) => put('/user', { password: newPassword }, { token }),
      expect: { status: 400, code: 'reauthentication_needed' },
    }),
    aCase({
      name: 'PUT: a wrong nonce',
      ...needsNonce,
      arrange: withNonce,
      request: ({ token, nonce }) =>
        put('/user', { password: newPassword, nonce: nonce === '000000' ? '000001' : '000000' }, { token }),
      expect: { status: 422, code: 'reauthentication_not_valid' },
    }),
    aCase({
      name: 'PUT: the right nonce, once',
      ...needsNonce,
      arrange: withNonce,
      request: ({ token, nonce }) => put('/user', { password: newPassword, nonce }, { token }),
      expect: { status: 200 },
      async after(_answer, { token, nonce }, world) {
        const again = await world.send(put('/user', { password: 'a third long password', nonce }, { token }))
        need(again.status === 422, 'a nonce works once')
      },
    }),
    change(
      'no nonce is asked for in a fresh session',
      { password: newPassword },
      { status: 200 },
      needsNonce,
    ),
    aCase({
      name: 'PUT: an invited person sets the first password',
      async arrange(world) {
        const email = world.newEmail()
        await world.send(post('/invite', { email }, { token: await world.adminToken() }))
        const { link } = await world.message(email)
        const { body } = await world.send(post('/verify', { type: 'invite', token_hash: link }))
        return { email, token: String(body.access_token) }
      },
      request: ({ token }) => put('/user', { password: newPassword }, { token }),
      expect: { status: 200 },
      async after(_answer, { email }, world) {
        need(
          (await world.send(post('/token?grant_type=password', { email, password: newPassword }))).status ===
            200,
          'it signs in',
        )
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
      arrange: person,
      request: ({ accessToken }) => get('/reauthenticate', { token: accessToken }),
      expect: { status: 200, body: noFields },
      async after(_answer, state, world) {
        const { link, code } = await world.message(state.email)
        need(code !== '' && link === '', 'a code and no link')
        await expectAudit(world, state.id, ['user_reauthenticate_requested'])
      },
    }),
    aCase({
      name: 'reauthenticate: within 60 s',
      async arrange(world) {
        const state = await world.signedIn()
        await world.send(get('/reauthenticate', { token: state.accessToken }))
        return state
      },
      request: ({ accessToken }) => get('/reauthenticate', { token: accessToken }),
      expect: { status: 429, code: 'over_email_send_rate_limit', message: /^For security purposes, / },
      bothShapes: true,
    }),
    aCase({
      name: 'reauthenticate: POST is not served',
      arrange: person,
      request: ({ accessToken }) => post('/reauthenticate', {}, { token: accessToken }),
      expect: { status: 405, headers: { allow: 'GET' } },
    }),
    aCase({
      name: 'a role that an admin gave stands in the next token',
      async arrange(world) {
        const state = await world.signedIn()
        await world.send(
          put(`/admin/users/${state.id}`, { role: 'editor' }, { token: await world.adminToken() }),
        )
        return state
      },
      request: ({ refreshToken }) => post('/token?grant_type=refresh_token', { refresh_token: refreshToken }),
      expect: { status: 200 },
      after: ({ body }) => need(claimsOf(body.access_token).role === 'editor', 'the role'),
    }),
    refused('PUT without a body', { method: 'PUT', path: '/user' }, 401, 'no_authorization'),
  ],
}
