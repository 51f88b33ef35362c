import { aCase, type Call, type Case, del, type Family, get, post, put } from '../case.ts'
import type { World } from '../world.ts'

/** Section 1.4: what a bearer token may be, at every endpoint that needs one. */

type Token = (world: World) => Promise<string | undefined>

const nobody = '00000000-0000-4000-8000-000000000000'
const unsigned = (claims: object) =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`

const personRows: [name: string, token: Token, status: number, code: string][] = [
  ['no header', async () => undefined, 401, 'no_authorization'],
  ['no token', async () => '', 401, 'no_authorization'],
  ['a token of another key', async (world) => world.forge({ sub: nobody }, 'x'.repeat(40)), 403, 'bad_jwt'],
  [
    'an unsigned token',
    async () => unsigned({ sub: nobody, aud: 'authenticated', exp: 4e9 }),
    403,
    'bad_jwt',
  ],
  ['no JSON Web Token at all', async () => 'this-is-a-bad-token', 403, 'bad_jwt'],
  ['an expired token', async (world) => world.forge({ sub: nobody, exp: 1_000_000 }), 403, 'bad_jwt'],
  ['a service token without sub', async (world) => world.forge({ role: 'service_role' }), 403, 'bad_jwt'],
  ['an anonymous key', async (world) => world.forge({ role: 'anon' }), 403, 'bad_jwt'],
  ['a sub that is no UUID', async (world) => world.forge({ sub: '1234567890' }), 400, 'bad_jwt'],
  [
    'a session that is no UUID',
    async (world) => world.forge({ sub: nobody, session_id: 'mine' }),
    403,
    'bad_jwt',
  ],
  [
    'somebody who is gone',
    async (world) => world.forge({ sub: nobody, session_id: nobody }),
    403,
    'user_not_found',
  ],
  [
    'a session that was ended',
    async (world) => {
      const { accessToken } = await world.signedIn()
      await world.send(post('/logout', undefined, { token: accessToken }))
      return accessToken
    },
    403,
    'session_not_found',
  ],
  [
    "somebody else's session",
    async (world) => {
      const [one, other] = [await world.signedIn(), await world.signedIn()]
      return world.forge({ sub: one.id, session_id: other.sessionId })
    },
    403,
    'session_not_found',
  ],
  [
    'somebody who is banned',
    async (world) => {
      const { id, accessToken } = await world.signedIn()
      const token = await world.adminToken()
      await world.send(put(`/admin/users/${id}`, { ban_duration: '1h' }, { token }))
      return accessToken
    },
    403,
    'user_banned',
  ],
]

const personEndpoints: Call[] = [
  get('/user'),
  put('/user', { data: {} }),
  post('/logout'),
  get('/reauthenticate'),
]

const adminRows: typeof personRows = [
  ['no header', async () => undefined, 401, 'no_authorization'],
  [
    'a token of another key',
    async (world) => world.forge({ role: 'service_role' }, 'x'.repeat(40)),
    403,
    'bad_jwt',
  ],
  ['an anonymous key', async (world) => world.forge({ role: 'anon' }), 403, 'not_admin'],
  ["a person's token", async (world) => (await world.signedIn()).accessToken, 403, 'not_admin'],
  [
    'an admin whose session is gone',
    async (world) => world.forge({ role: 'supabase_admin', session_id: nobody }),
    403,
    'session_expired',
  ],
]

const adminEndpoints: Call[] = [
  get('/admin/users'),
  post('/admin/users', { email: 'nobody@example.test' }),
  get(`/admin/users/${nobody}`),
  put(`/admin/users/${nobody}`, {}),
  del(`/admin/users/${nobody}`),
  post('/admin/generate_link', { type: 'magiclink', email: 'nobody@example.test' }),
  get('/admin/audit'),
  post('/invite', { email: 'nobody@example.test' }),
]

function rowsAt(endpoints: Call[], rows: typeof personRows): Case<string | undefined>[] {
  return endpoints.flatMap((call) =>
    rows.map(([name, token, status, code], index) => ({
      name: `${call.method} ${call.path.replace(nobody, '{id}')} with ${name}`,
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
    ...rowsAt(personEndpoints, personRows),
    ...rowsAt(adminEndpoints, adminRows),
    aCase({
      name: 'the word Bearer in any letter case',
      arrange: (world) => world.signedIn(),
      request: ({ accessToken }) => get('/user', { headers: { authorization: `bEARER ${accessToken}` } }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'a header without the word Bearer',
      arrange: (world) => world.signedIn(),
      request: ({ accessToken }) => get('/user', { headers: { authorization: accessToken } }),
      expect: { status: 401, code: 'no_authorization' },
    }),
    aCase({
      name: 'a supabase_admin whose sub is no UUID may administrate',
      request: (_state, world) =>
        get('/admin/users', { token: world.forge({ role: 'supabase_admin', sub: '1234567890' }) }),
      expect: { status: 200 },
    }),
  ],
}
