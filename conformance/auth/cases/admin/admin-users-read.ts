import { type Call, get } from '#conformance/auth/call.ts'
import type { Family } from '#conformance/auth/case.ts'
import { check } from '#conformance/auth/checks.ts'
import { aText, aUuid } from '#conformance/auth/match.ts'
import { type SignedIn, unknownId, type World } from '#conformance/auth/world.ts'
import { adminCase, updateUser } from '../setup/admin-case.ts'

/** GET /admin/users and /admin/users/{id} (docs/contracts/auth.md 3.7). */

const invalid = { status: 400, code: 'validation_failed' }
const list = (query = ''): Call => get(`/admin/users${query}`)

export const adminUsersRead: Family = {
  name: 'admin-users-read',
  cases: [
    adminCase(
      'list: newest first, with the total',
      list(),
      {
        status: 200,
        body: { aud: 'authenticated', users: (value: unknown) => Array.isArray(value) && value.length > 0 },
        headers: { 'x-total-count': /^\d+$/, link: /rel="last"/ },
      },
      {
        after: ({ body }, { id }: SignedIn) => check(body.users[0].id === id, 'the newest user comes first'),
      },
    ),
    adminCase('list: with a slash at the end', list('/'), {
      status: 200,
      body: { users: (value: unknown) => Array.isArray(value) && value.length > 0 },
    }),
    adminCase('list: a page', list('?page=2&per_page=1'), {
      status: 200,
      body: { users: [{ id: aUuid }] },
      headers: { link: /page=3&per_page=1>; rel="next"/ },
    }),
    adminCase(
      'list: oldest first',
      list('?sort=created_at%20asc&per_page=2'),
      { status: 200 },
      {
        after: ({ body }) =>
          check(body.users[0].created_at <= body.users[1].created_at, 'the users are in order'),
      },
    ),
    adminCase(
      'list: filtered by part of the address',
      ({ email }) => list(`?filter=${email.split('@')[0]}`),
      {
        status: 200,
        body: { users: [{ email: aText }] },
      },
    ),
    adminCase(
      'list: filtered by part of the name',
      ({ id }) => list(`?filter=Dana%20${id.slice(0, 8)}`),
      { status: 200, body: { users: [{ id: aUuid }] } },
      {
        async arrange(world: World) {
          const state = await world.createSignedInUser()
          await world.send({
            ...updateUser({ user_metadata: { full_name: `Dana ${state.id.slice(0, 8)}` } })(state),
            token: await world.adminToken(),
          })
          return state
        },
      },
    ),
    adminCase('list: wildcards are taken literally', list('?filter=%25'), {
      status: 200,
      body: { users: [] },
    }),
    ...['?page=-1', '?page=x', '?per_page=x', '?sort=email%20asc', '?sort=created_at%20up'].map((query) =>
      adminCase(`list: ${query}`, list(query), invalid, { bothShapes: query === '?page=-1' }),
    ),
    adminCase(
      'get: an id that is no UUID',
      get('/admin/users/me'),
      { status: 404, code: 'validation_failed' },
      { bothShapes: true },
    ),
    adminCase(
      'get: an unknown id',
      get(`/admin/users/${unknownId}`),
      { status: 404, code: 'user_not_found', message: 'User not found' },
      { bothShapes: true },
    ),
    adminCase('get: an existing user', ({ id }) => get(`/admin/users/${id}`), {
      status: 200,
      body: { id: aUuid, email: aText, identities: [{ provider: 'email' }] },
    }),
  ],
}
