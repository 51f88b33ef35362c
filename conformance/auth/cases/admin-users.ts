import { type AnyCase, type Call, type Family, get } from '../case.ts'
import { absent, anInstant, aText, aUuid, noFields } from '../match.ts'
import type { World } from '../world.ts'
import { admin, claimsOf, expectAudit, type Made, need } from './common.ts'

/** /admin/users (docs/contracts/auth.md 3.7). */

const nobody = '00000000-0000-4000-8000-000000000000'
const password = 'a quiet long password'

const create = (body: unknown): Call => ({ method: 'POST', path: '/admin/users', body })
const update =
  (body: unknown) =>
  ({ id }: Made): Call => ({ method: 'PUT', path: `/admin/users/${id}`, body })
const remove =
  (body?: unknown) =>
  ({ id }: Made): Call => ({ method: 'DELETE', path: `/admin/users/${id}`, ...(body ? { body } : {}) })
const list = (query = ''): Call => get(`/admin/users${query}`)
const invalid = { status: 400, code: 'validation_failed' }

async function signsIn(world: World, body: object): Promise<number> {
  return (await world.send({ method: 'POST', path: '/token?grant_type=password', body })).status
}

const creating: AnyCase[] = [
  admin('create: neither address', create({ password }), invalid, { bothShapes: true }),
  admin('create: no e-mail address', create({ email: 'xx:;x@x.x', password }), {
    ...invalid,
    message: 'Unable to validate email address: invalid format',
  }),
  admin('create: a bad number', create({ phone: '1-555' }), {
    ...invalid,
    message: 'Invalid phone number format (E.164 required)',
  }),
  admin(
    'create: both kinds of password',
    create({ email: 'x@example.test', password, password_hash: '$argon2id$x' }),
    invalid,
  ),
  admin(
    'create: a password hash of no known kind',
    create({ email: 'x@example.test', password_hash: 'md5:abc' }),
    invalid,
  ),
  admin('create: an id that is no UUID', create({ email: 'x@example.test', id: 'me' }), invalid),
  admin(
    'create: a malformed ban',
    (_state, world) => create({ email: world.newEmail(), ban_duration: 'tomorrow' }),
    invalid,
  ),
  admin(
    'create: an address that is taken',
    ({ email }) => create({ email }),
    { status: 422, code: 'email_exists' },
    { bothShapes: true },
  ),
  admin(
    'create: a number that is taken',
    ({ phone }) => create({ phone }),
    { status: 422, code: 'phone_exists' },
    {
      arrange: (world: World) => world.signedIn({ byPhone: true }),
      bothShapes: true,
    },
  ),
  admin(
    'create: an unconfirmed person; nothing is mailed',
    (_state, world) => create({ email: world.newEmail(), password, user_metadata: { colour: 'green' } }),
    {
      status: 200,
      body: {
        id: aUuid,
        email: aText,
        email_confirmed_at: absent,
        user_metadata: { colour: 'green', sub: absent },
        app_metadata: { provider: 'email', providers: ['email'] },
        identities: [{ provider: 'email' }],
      },
    },
    {
      async after({ body }, _state, world) {
        need((await world.messageCount(body.email)) === 0, 'nothing is mailed')
        await expectAudit(world, body.id, ['user_signedup'])
      },
    },
  ),
  admin(
    'create: a confirmed person signs in',
    (_state, world) => create({ email: world.newEmail(), password, email_confirm: true }),
    { status: 200, body: { email_confirmed_at: anInstant } },
    {
      async after({ body }, _state, world) {
        need((await signsIn(world, { email: body.email, password })) === 200, 'it signs in')
      },
    },
  ),
  admin(
    'create: a person with a confirmed number signs in',
    (_state, world) => create({ phone: world.newPhone(), password, phone_confirm: true }),
    { status: 200, body: { phone_confirmed_at: anInstant, email: '', app_metadata: { provider: 'phone' } } },
    {
      async after({ body }, _state, world) {
        need((await signsIn(world, { phone: body.phone, password })) === 200, 'it signs in')
      },
    },
  ),
  admin(
    'create: a person with address and number',
    (_state, world) =>
      create({
        email: world.newEmail(),
        phone: world.newPhone(),
        password,
        email_confirm: true,
        phone_confirm: true,
      }),
    { status: 200, body: { email_confirmed_at: anInstant, phone_confirmed_at: anInstant } },
    {
      async after({ body }, _state, world) {
        need((await signsIn(world, { email: body.email, password })) === 200, 'the address signs in')
        need((await signsIn(world, { phone: body.phone, password })) === 200, 'the number signs in')
      },
    },
  ),
  admin(
    'create: strength is not checked',
    (_state, world) => create({ email: world.newEmail(), password: 'a' }),
    { status: 200 },
  ),
  admin(
    'create: with an id, a role and app_metadata',
    (_state, world) =>
      create({
        id: crypto.randomUUID(),
        email: world.newEmail(),
        role: 'editor',
        app_metadata: { plan: 'gold' },
      }),
    {
      status: 200,
      body: { role: 'editor', app_metadata: { plan: 'gold', provider: 'email', providers: ['email'] } },
    },
  ),
  admin(
    'create: banned from the start',
    (_state, world) => create({ email: world.newEmail(), ban_duration: '24h' }),
    { status: 200, body: { banned_until: anInstant } },
  ),
  admin('create: another audience', create({ email: 'x@example.test', aud: 'elsewhere' }), invalid),
]

const reading: AnyCase[] = [
  admin(
    'list: newest first, with the total',
    list(),
    {
      status: 200,
      body: { aud: 'authenticated', users: (value: unknown) => Array.isArray(value) && value.length > 0 },
      headers: { 'x-total-count': /^\d+$/, link: /rel="last"/ },
    },
    {
      after: ({ body }, { id }: Made) => need(body.users[0].id === id, 'the newest person comes first'),
    },
  ),
  admin('list: a page', list('?page=2&per_page=1'), {
    status: 200,
    body: { users: [{ id: aUuid }] },
    headers: { link: /page=3&per_page=1>; rel="next"/ },
  }),
  admin(
    'list: oldest first',
    list('?sort=created_at%20asc&per_page=2'),
    { status: 200 },
    {
      after: ({ body }) => need(body.users[0].created_at <= body.users[1].created_at, 'in order'),
    },
  ),
  admin('list: by part of the address', ({ email }) => list(`?filter=${email.split('@')[0]}`), {
    status: 200,
    body: { users: [{ email: aText }] },
  }),
  admin(
    'list: by part of the name',
    ({ id }) => list(`?filter=Dana%20${id.slice(0, 8)}`),
    { status: 200, body: { users: [{ id: aUuid }] } },
    {
      async arrange(world: World) {
        const state = await world.signedIn()
        await world.send({
          ...update({ user_metadata: { full_name: `Dana ${state.id.slice(0, 8)}` } })(state),
          token: await world.adminToken(),
        })
        return state
      },
    },
  ),
  admin('list: signs of a pattern are signs', list('?filter=%25'), { status: 200, body: { users: [] } }),
  ...['?page=-1', '?page=x', '?per_page=x', '?sort=email%20asc', '?sort=created_at%20up'].map((query) =>
    admin(`list: ${query}`, list(query), invalid, { bothShapes: query === '?page=-1' }),
  ),
  admin(
    'get: an id that is no UUID',
    get('/admin/users/me'),
    { status: 404, code: 'validation_failed' },
    { bothShapes: true },
  ),
  admin(
    'get: nobody',
    get(`/admin/users/${nobody}`),
    { status: 404, code: 'user_not_found', message: 'User not found' },
    { bothShapes: true },
  ),
  admin('get: somebody', ({ id }) => get(`/admin/users/${id}`), {
    status: 200,
    body: { id: aUuid, email: aText, identities: [{ provider: 'email' }] },
  }),
]

const updating: AnyCase[] = [
  admin(
    'update: an id that is no UUID',
    { method: 'PUT', path: '/admin/users/me', body: {} },
    { status: 404, code: 'validation_failed' },
  ),
  admin(
    'update: nobody',
    { method: 'PUT', path: `/admin/users/${nobody}`, body: {} },
    { status: 404, code: 'user_not_found' },
  ),
  admin('update: no e-mail address', update({ email: 'nope' }), invalid),
  admin('update: a bad number', update({ phone: '1-555' }), invalid),
  admin('update: a malformed ban', update({ ban_duration: '1 day' }), invalid, { bothShapes: true }),
  admin(
    'update: a weak password',
    update({ password: 'five5' }),
    { status: 422, code: 'weak_password' },
    { bothShapes: true },
  ),
  admin(
    'update: a password ends all sessions',
    update({ password: 'another quiet password' }),
    { status: 200 },
    {
      async after(_answer, state: Made, world) {
        need(
          (await world.send(get('/user', { token: state.accessToken }))).status === 403,
          'the session is over',
        )
        need(
          (await signsIn(world, { ...state, password: 'another quiet password' })) === 200,
          'the new one signs in',
        )
        await expectAudit(world, state.id, ['user_modified'])
      },
    },
  ),
  admin(
    'update: an address counts at once',
    (state, world) => update({ email: world.newEmail() })(state),
    { status: 200, body: { new_email: absent, email_confirmed_at: anInstant } },
    {
      after: ({ body }, state: Made) =>
        need(
          body.email !== state.email && body.identities[0].identity_data.email === body.email,
          'user and identity have it',
        ),
    },
  ),
  admin(
    'update: the address of somebody',
    (state, world) => update({ email: taken.get(world) })(state),
    { status: 422, code: 'email_exists' },
    {
      async arrange(world: World) {
        taken.set(world, (await world.somebody()).email)
        return world.signedIn()
      },
    },
  ),
  admin(
    'update: email_confirm confirms',
    update({ email_confirm: true }),
    { status: 200, body: { email_confirmed_at: anInstant, user_metadata: { email_verified: true } } },
    {
      arrange: (world: World) => world.somebody({ confirmed: false }),
    },
  ),
  admin(
    'update: phone_confirm confirms',
    update({ phone_confirm: true }),
    { status: 200, body: { phone_confirmed_at: anInstant } },
    {
      arrange: (world: World) => world.somebody({ byPhone: true, confirmed: false }),
    },
  ),
  admin(
    'update: a number counts at once',
    (state, world) => update({ phone: world.newPhone(), phone_confirm: true })(state),
    { status: 200, body: { phone: /^1555/, phone_confirmed_at: anInstant, new_phone: absent } },
  ),
  admin('update: a ban of an hour', update({ ban_duration: '1h' }), {
    status: 200,
    body: { banned_until: anInstant },
  }),
  admin(
    'update: the ban is lifted',
    update({ ban_duration: 'none' }),
    { status: 200, body: { banned_until: absent } },
    {
      async arrange(world: World) {
        const state = await world.signedIn()
        await world.send({ ...update({ ban_duration: '1h30m' })(state), token: await world.adminToken() })
        return state
      },
      async after(_answer, state: Made, world) {
        need(
          (await world.send(get('/user', { token: state.accessToken }))).status === 200,
          'the token works again',
        )
      },
    },
  ),
  ...(['user_metadata', 'app_metadata'] as const).map((field) =>
    admin(
      `update: ${field} is merged, null deletes`,
      update({ [field]: { keep: 1, gone: null } }),
      { status: 200, body: { [field]: { keep: 1, had: true, gone: absent } } },
      {
        async arrange(world: World) {
          const state = await world.signedIn()
          await world.send({
            ...update({ [field]: { had: true, gone: true } })(state),
            token: await world.adminToken(),
          })
          return state
        },
      },
    ),
  ),
  admin(
    'update: app_metadata stand in the next token',
    update({ app_metadata: { plan: 'gold' } }),
    { status: 200 },
    {
      async after(_answer, { refreshToken }: Made, world) {
        const { body } = await world.send({
          method: 'POST',
          path: '/token?grant_type=refresh_token',
          body: { refresh_token: refreshToken },
        })
        need(claimsOf(body.access_token).app_metadata.plan === 'gold', 'the claim')
      },
    },
  ),
]

const taken = new WeakMap<World, string>()

const removing: AnyCase[] = [
  admin(
    'delete: an id that is no UUID',
    { method: 'DELETE', path: '/admin/users/me' },
    { status: 404, code: 'validation_failed' },
  ),
  admin(
    'delete: nobody',
    { method: 'DELETE', path: `/admin/users/${nobody}` },
    { status: 404, code: 'user_not_found' },
    { bothShapes: true },
  ),
  admin(
    'delete: gone, and the address is free',
    remove(),
    { status: 200, body: noFields },
    {
      async after(_answer, state: Made, world) {
        need(
          (await world.send(get('/user', { token: state.accessToken }))).body.error_code === 'user_not_found',
          'the token is dead',
        )
        need((await signsIn(world, state)) === 400, 'nobody signs in')
        await world.somebody({ email: state.email })
        await expectAudit(world, state.id, ['user_deleted'])
      },
    },
  ),
  admin(
    'delete: softly',
    remove({ should_soft_delete: true }),
    { status: 200, body: noFields },
    {
      async after(_answer, state: Made, world) {
        need(
          (await world.send(get('/user', { token: state.accessToken }))).status === 403,
          'the token is dead',
        )
        const { status } = await world.send({
          ...get(`/admin/users/${state.id}`),
          token: await world.adminToken(),
        })
        need(status === 404, 'nobody is found')
        await world.somebody({ email: state.email })
      },
    },
  ),
]

export const adminUsers: Family = {
  name: 'admin-users',
  cases: [...creating, ...reading, ...updating, ...removing],
}
