import { describe, expect, it } from 'vitest'
import { aSignedInUser, expectRefusal, setUpTestAuth, somebody } from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()

/** Every endpoint for signed-in users, and a body it accepts. */
const forPeople: [string, string, object?][] = [
  ['GET', '/user'],
  ['PUT', '/user', {}],
  ['POST', '/logout'],
  ['GET', '/reauthenticate'],
  ['POST', '/factors', { factor_type: 'totp' }],
  ['DELETE', '/factors/00000000-0000-4000-8000-000000000000'],
  ['GET', '/user/identities/authorize'],
  ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
]
const forAdmins: [string, string, object?][] = [
  ['POST', '/invite', { email: 'a@b.test' }],
  ['GET', '/admin/users'],
  ['POST', '/admin/users', { email: 'a@b.test' }],
  ['GET', '/admin/users/00000000-0000-4000-8000-000000000000'],
  ['PUT', '/admin/users/00000000-0000-4000-8000-000000000000', {}],
  ['DELETE', '/admin/users/00000000-0000-4000-8000-000000000000'],
]

describe.each([...forPeople, ...forAdmins])('%s %s', (method, path, body) => {
  const request = (headers: Record<string, string>): [string, string, object] => [
    method,
    path,
    { headers, ...(body ? { body } : {}) },
  ]

  it.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['no token', { authorization: 'Bearer ' }],
    ['two tokens', { authorization: 'Bearer a b' }],
  ])('refuses %s', async (_name, headers) => {
    await expectRefusal(test, request(headers as Record<string, string>), {
      status: 401,
      code: 'no_authorization',
    })
  })

  it('refuses a malformed token', async () => {
    const headers = { authorization: 'bearer not.a.token' }
    await expectRefusal(test, request(headers), { status: 403, code: 'bad_jwt' })
  })
})

describe.each(forPeople)('%s %s as', (method, path, body) => {
  const as = (token: string): [string, string, object] => [method, path, { token, ...(body ? { body } : {}) }]

  it('the server itself, a removed, a banned and a signed-out user', async () => {
    const server = await test.auth.serviceToken()
    await expectRefusal(test, as(server), { status: 403, code: 'bad_jwt' })
    const gone = await aSignedInUser(test)
    await test.db.asOwner('delete from auth.users where id = $1', [gone.id])
    await expectRefusal(test, as(gone.accessToken), { status: 403, code: 'user_not_found' })
    const banned = await aSignedInUser(test)
    await test.db.asOwner(`update auth.users set banned_until = '2999-01-01' where id = $1`, [banned.id])
    await expectRefusal(test, as(banned.accessToken), { status: 403, code: 'user_banned' })
    const out = await aSignedInUser(test)
    await test.db.asOwner('delete from auth.sessions where user_id = $1', [out.id])
    await expectRefusal(test, as(out.accessToken), { status: 403, code: 'session_not_found' })
  })
})

describe.each(forAdmins)('%s %s', (method, path, body) => {
  it('refuses a user', async () => {
    const { accessToken: token } = await aSignedInUser(test)
    await expectRefusal(test, [method, path, { token, ...(body ? { body } : {}) }], {
      status: 403,
      code: 'not_admin',
    })
  })
})

describe('a user whose role is admin of the service', () => {
  it('needs a live session', async () => {
    const person = await somebody(test, { changes: `role = 'service_role'` })
    const { body, headers } = await test.send('POST', '/token?grant_type=password', { body: person })
    const request: [string, string, object] = ['GET', '/admin/users', { token: body.access_token }]
    expect((await test.send(...request)).status).toBe(200)
    await test.db.asOwner(`update auth.sessions set not_after = '2020-01-01' where id = $1`, [
      headers.get('sb-auth-session-id'),
    ])
    await expectRefusal(test, request, { status: 403, code: 'session_expired' })
    await test.db.asOwner('delete from auth.sessions where user_id = $1', [person.id])
    await expectRefusal(test, request, { status: 403, code: 'session_not_found' })
  })
})

it('does not accept another user’s session', async () => {
  const [person, other] = [await aSignedInUser(test), await aSignedInUser(test)]
  await test.db.asOwner('update auth.sessions set user_id = $1 where id = $2', [other.id, person.sessionId])
  const answer = await test.send('GET', '/user', { token: person.accessToken })
  expect(answer.body.error_code).toBe('session_not_found')
})
