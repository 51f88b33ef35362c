import { type Call, get, post } from '#conformance/auth/call.ts'
import type { AnyCase, Expected, Family } from '#conformance/auth/case.ts'
import { check } from '#conformance/auth/checks.ts'
import { anInstant, aText, aUuid } from '#conformance/auth/match.ts'
import type { SignedIn, World } from '#conformance/auth/world.ts'
import { nilUuid } from '#server/auth/http/is-uuid.ts'
import { adminCase } from '../setup/admin-case.ts'

/**
 * GET /admin/audit (docs/contracts/auth.md 3.7). The trail has entries of all families, so cases filter by their
 * user.
 */

const invalid = { status: 400, code: 'validation_failed' }
const audit = (query = ''): Call => get(`/admin/audit${query}`)
const by = ({ email }: SignedIn) => `query=author:${encodeURIComponent(email)}`

/** A user with three entries (sign-in, refresh, recovery), created by an admin. */
async function busy(world: World): Promise<SignedIn> {
  const person = await world.createSignedInUser()
  await world.send(post('/token?grant_type=refresh_token', { refresh_token: person.refreshToken }))
  await world.send(post('/recover', { email: person.email }))
  return person
}

type Entry = { payload: { action: string; actor_username: string; log_type: string } }
const actionsOf = (body: Entry[]) => body.map(({ payload }) => payload.action).join()

function read(
  name: string,
  query: (person: SignedIn) => string,
  expected: Omit<Expected, 'status'>,
  after: (body: Entry[], person: SignedIn) => void = () => {},
): AnyCase {
  return adminCase(
    name,
    (person) => audit(`?${query(person)}`),
    { status: 200, ...expected },
    { arrange: busy, after: ({ body }, person: SignedIn) => after(body, person) },
  )
}

const cases: AnyCase[] = [
  read(
    'an entry says what happened, who did it, when and from where',
    (person) => `${by(person)}&per_page=1&sort=created_at%20asc`,
    {
      body: [
        {
          id: aUuid,
          payload: { action: 'login', log_type: 'account', actor_username: aText, actor_via_sso: false },
          created_at: anInstant,
          ip_address: '192.0.2.7',
        },
      ],
      headers: { 'x-total-count': '3', link: /rel="last"/ },
    },
    ([entry], { email }) => check(entry?.payload.actor_username === email, 'the entry names the user'),
  ),
  read('newest first', by, { headers: { 'x-total-count': '3' } }, (body) =>
    check(actionsOf(body) === 'user_recovery_requested,token_refreshed,login', 'all three, newest first'),
  ),
  read(
    'author: part of the address, in any letter case',
    ({ email }) => `query=author:${encodeURIComponent(email.slice(0, -5).toUpperCase())}`,
    { headers: { 'x-total-count': '3' } },
  ),
  read('author: wildcards are taken literally', () => 'query=author:%25', { body: [] }),
  read('a page', (person) => `${by(person)}&page=2&per_page=1`, {
    body: [{ payload: { action: 'token_refreshed', log_type: 'token' } }],
    headers: { link: /page=3&per_page=1>; rel="next"/ },
  }),
  read('a page past the end', (person) => `${by(person)}&page=9`, { body: [] }),
  read('an admin token acts in the name of its role', () => 'query=author:service_role&per_page=1', {
    body: [{ payload: { action: 'user_signedup', actor_id: nilUuid, actor_username: 'service_role' } }],
  }),
  read(
    'action: only those entries',
    () => 'query=action:recovery_requested',
    {},
    (body) =>
      check(
        body.length > 0 && body.every(({ payload }) => payload.action === 'user_recovery_requested'),
        'no other action',
      ),
  ),
  read(
    'type: only those entries',
    () => 'query=type:token',
    {},
    (body) =>
      check(body.length > 0 && body.every(({ payload }) => payload.log_type === 'token'), 'no other type'),
  ),
  ...['query=email:x', 'query=login', 'query=author', 'page=x', 'page=-1', 'per_page=-2'].map((query) =>
    adminCase(`refused: ${query}`, audit(`?${query}`), invalid, { bothShapes: query === 'query=email:x' }),
  ),
]

export const adminAudit: Family = { name: 'admin-audit', cases }
