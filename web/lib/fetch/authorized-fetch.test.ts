import { expect, test } from 'vitest'
import { authorizedFetch, type FetchContext } from './authorized-fetch.ts'

function aServer(statuses: number[]) {
  const seen: Headers[] = []
  const serve = async (_input: unknown, init?: RequestInit) => {
    seen.push(new Headers(init?.headers))
    return new Response(null, { status: statuses[seen.length - 1] ?? 200 })
  }
  return { seen, fetch: serve as typeof fetch }
}

function context(changes: Partial<FetchContext>): FetchContext {
  return {
    accessToken: async () => 'old',
    refreshedToken: async () => 'new',
    tokenAfterEnd: async () => null,
    isSignedIn: () => false,
    clinicSlug: () => 'sunrise',
    publishableKey: 'sb_publishable_x',
    guardianshipFor: () => null,
    fetch,
    ...changes,
  }
}

test('sends the token and the clinic, and the request’s own headers', async () => {
  const { seen, fetch } = aServer([200])
  await authorizedFetch(context({ fetch }))('/rest/v1/plans', { headers: { Prefer: 'count=exact' } })
  expect(seen[0]?.get('apikey')).toBe('sb_publishable_x')
  expect(seen[0]?.get('authorization')).toBe('Bearer old')
  expect(seen[0]?.get('x-clinic')).toBe('sunrise')
  expect(seen[0]?.get('prefer')).toBe('count=exact')
})

test('sends neither token nor clinic for a visitor on the main site', async () => {
  const { seen, fetch } = aServer([200])
  await authorizedFetch(context({ fetch, accessToken: async () => null, clinicSlug: () => null }))(
    '/rest/v1/leads',
  )
  expect(seen[0]?.has('authorization')).toBe(false)
  expect(seen[0]?.has('x-clinic')).toBe(false)
})

test('refreshes a rejected token once and repeats the request', async () => {
  const { seen, fetch } = aServer([401, 200])
  const response = await authorizedFetch(context({ fetch }))('/functions/v1/x', {
    method: 'POST',
    body: '{}',
  })
  expect(response.status).toBe(200)
  expect(seen.map((headers) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
})

test('returns a second 401', async () => {
  const { seen, fetch } = aServer([401, 401])
  expect((await authorizedFetch(context({ fetch }))('/functions/v1/x')).status).toBe(401)
  expect(seen).toHaveLength(2)
})

test('repeats nothing for a visitor or after the session ended', async () => {
  const ended = aServer([401])
  await authorizedFetch(context({ fetch: ended.fetch, refreshedToken: async () => null }))('/functions/v1/x')
  const visitor = aServer([401])
  await authorizedFetch(context({ fetch: visitor.fetch, accessToken: async () => null }))('/functions/v1/x')
  expect([ended.seen.length, visitor.seen.length]).toEqual([1, 1])
})

test('holds a request until the user signs in again, and sends it in the new session', async () => {
  const { seen, fetch } = aServer([401, 200])
  let comeBack = (_token: string) => {}
  const tokenAfterEnd = () =>
    new Promise<string>((done) => {
      comeBack = done
    })
  const answer = authorizedFetch(context({ fetch, refreshedToken: async () => null, tokenAfterEnd }))(
    '/functions/v1/save-plan',
    { method: 'POST', body: '{"name":"Family"}' },
  )
  await new Promise((done) => setTimeout(done, 0))
  expect(seen).toHaveLength(1)
  comeBack('after sign-in')
  expect((await answer).status).toBe(200)
  expect(seen[1]?.get('authorization')).toBe('Bearer after sign-in')
})

test('sends no request as a visitor if the page shows a user’s data and the cookie is gone', async () => {
  const { seen, fetch } = aServer([200])
  await authorizedFetch(
    context({
      fetch,
      accessToken: async () => null,
      isSignedIn: () => true,
      tokenAfterEnd: async () => 'back',
    }),
  )('/rest/v1/plans')
  expect(seen.map((headers) => headers.get('authorization'))).toEqual(['Bearer back'])
})

test('reports a refresh without an answer as a failed connection, not as an ended session', async () => {
  const { fetch } = aServer([401])
  const tokenAfterEnd = async () => {
    throw new Error('not asked')
  }
  const refreshedToken = async () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(
    authorizedFetch(context({ fetch, refreshedToken, tokenAfterEnd }))('/rest/v1/plans'),
  ).rejects.toThrow('Failed to fetch')
})
