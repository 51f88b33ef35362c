import { type Call, del, get, post, put } from '../call.ts'
import { aCase, type Case, type Family } from '../case.ts'
import { unknownId, type World } from '../world.ts'
import { ban } from './setup/admin-case.ts'

/** Bearer tokens, at every endpoint that requires one (docs/contracts/auth.md 1.4). */

type Token = (world: World) => Promise<string | undefined>

const unsigned = (claims: object) =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`

const userRows: [name: string, token: Token, status: number, code: string][] = [
  ['no header', async () => undefined, 401, 'no_authorization'],
  ['no token', async () => '', 401, 'no_authorization'],
  [
    'a token of another key',
    async (world) => world.forge({ sub: unknownId }, 'x'.repeat(40)),
    403,
    'bad_jwt',
  ],
  [
    'an unsigned token',
    async () => unsigned({ sub: unknownId, aud: 'authenticated', exp: 4e9 }),
    403,
    'bad_jwt',
  ],
  ['no JSON Web Token at all', async () => 'this-is-a-bad-token', 403, 'bad_jwt'],
  ['an expired token', async (world) => world.forge({ sub: unknownId, exp: 1_000_000 }), 403, 'bad_jwt'],
  ['a service token without sub', async (world) => world.forge({ role: 'service_role' }), 403, 'bad_jwt'],
  ['an anonymous key', async (world) => world.forge({ role: 'anon' }), 403, 'bad_jwt'],
  ['a sub that is no UUID', async (world) => world.forge({ sub: '1234567890' }), 400, 'bad_jwt'],
  [
    'a session that is no UUID',
    async (world) => world.forge({ sub: unknownId, session_id: 'mine' }),
    403,
    'bad_jwt',
  ],
  [
    'a deleted user',
    async (world) => world.forge({ sub: unknownId, session_id: unknownId }),
    403,
    'user_not_found',
  ],
  [
    'a session that has ended',
    async (world) => {
      const { accessToken } = await world.createSignedInUser()
      await world.send(post('/logout', undefined, { token: accessToken }))
      return accessToken
    },
    403,
    'session_not_found',
  ],
  [
    "someone else's session",
    async (world) => {
      const [one, other] = [await world.createSignedInUser(), await world.createSignedInUser()]
      return world.forge({ sub: one.id, session_id: other.sessionId })
    },
    403,
    'session_not_found',
  ],
  [
    'a banned user',
    async (world) => {
      const user = await world.createSignedInUser()
      await ban(world, user)
      return user.accessToken
    },
    403,
    'user_banned',
  ],
]

const userEndpoints: Call[] = [
  get('/user'),
  put('/user', { data: {} }),
  post('/logout'),
  get('/reauthenticate'),
]

const adminRows: typeof userRows = [
  ['no header', async () => undefined, 401, 'no_authorization'],
  [
    'a token of another key',
    async (world) => world.forge({ role: 'service_role' }, 'x'.repeat(40)),
    403,
    'bad_jwt',
  ],
  ['an anonymous key', async (world) => world.forge({ role: 'anon' }), 403, 'not_admin'],
  ["a user's token", async (world) => (await world.createSignedInUser()).accessToken, 403, 'not_admin'],
  [
    'an admin whose session is gone',
    async (world) => world.forge({ role: 'supabase_admin', session_id: unknownId }),
    403,
    'session_not_found',
  ],
]

const adminEndpoints: Call[] = [
  get('/admin/users'),
  post('/admin/users', { email: 'nobody@example.test' }),
  get(`/admin/users/${unknownId}`),
  put(`/admin/users/${unknownId}`, {}),
  del(`/admin/users/${unknownId}`),
  post('/admin/generate_link', { type: 'magiclink', email: 'nobody@example.test' }),
  get('/admin/audit'),
  post('/invite', { email: 'nobody@example.test' }),
]

function rowsAt(endpoints: Call[], rows: typeof userRows): Case<string | undefined>[] {
  return endpoints.flatMap((call) =>
    rows.map(([name, token, status, code], index) => ({
      name: `${call.method} ${call.path.replace(unknownId, '{id}')} with ${name}`,
      arrange: token,
      request: (given: string | undefined) =>
        given === undefined ? call : { ...call, headers: { Authorization: `Bearer ${given}` } },
      expect: { status, code },
      bothShapes: index < 3,
    })),
  )
}

export const bearer: Family = {
  name: 'bearer',
  cases: [
    ...rowsAt(userEndpoints, userRows),
    ...rowsAt(adminEndpoints, adminRows),
    aCase({
      name: 'the word Bearer in any letter case',
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken }) => get('/user', { headers: { authorization: `bEARER ${accessToken}` } }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'a header without the word Bearer',
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken }) => get('/user', { headers: { authorization: accessToken } }),
      expect: { status: 401, code: 'no_authorization' },
    }),
    aCase({
      name: 'a supabase_admin whose sub is no UUID is an admin',
      request: (_state, world) =>
        get('/admin/users', { token: world.forge({ role: 'supabase_admin', sub: '1234567890' }) }),
      expect: { status: 200 },
    }),
  ],
}
