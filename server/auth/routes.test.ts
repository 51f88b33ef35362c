import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limitsOf, openTestAuth } from '#testing/sign-in/auth.ts'
import { defaultRateLimits } from './context/settings.ts'
import type { LimitGroup } from './http/limit-request.ts'
import { type Route, routes } from './routes.ts'

const nameOf = ({ method, path }: Route) => `${method} ${path}`

/** The rate limit of each route for signed-out callers (docs/contracts/auth.md 1.9). Other routes have none. */
const groups: Record<string, LimitGroup> = {
  'POST /signup': 'signup',
  'POST /otp': 'otp',
  'POST /magiclink': 'magiclink',
  'POST /recover': 'recover',
  'POST /resend': 'resend',
  'PUT /user': 'user',
  'POST /verify': 'verify',
  'GET /verify': 'verify',
  'POST /token': 'token',
  'POST /demo': 'token',
  'POST /sso': 'sso',
  'POST /sso/saml/acs': 'saml_acs',
  'GET /authorize': 'authorize',
  'GET /user/identities/authorize': 'authorize',
  'GET /callback': 'callback',
  'POST /callback': 'callback',
  'POST /factors/{}/challenge': 'factor_challenge',
  'POST /factors/{}/verify': 'factor_verify',
  'POST /factors/recovery-codes/verify': 'factor_verify',
}

const publicReads = [
  'GET /settings',
  'GET /health',
  'GET /ready',
  'GET /.well-known/jwks.json',
  'GET /sso/saml/metadata',
]

const limit = { burst: 3, perSeconds: 10 }
const test = (await openTestAuth()).with({ rateLimits: limitsOf(limit), anonymous: true })
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from auth.rate_buckets'))

const id = '00000000-0000-4000-8000-000000000001'
const request = (route: Pick<Route, 'method' | 'path'>, address = '198.51.100.1') =>
  test.send(route.method, route.path.replaceAll('{}', id), {
    address,
    ...(route.method === 'GET' ? {} : { body: {} }),
  })
const buckets = async () =>
  (await test.db.asOwner<{ key: string }>('select key from auth.rate_buckets order by key')).map(
    ({ key }) => key,
  )

describe('limits for network addresses', () => {
  it('are counted in the contract’s groups, and every group has a route', () => {
    const limited = routes.filter((route) => route.limit !== null)
    expect(Object.fromEntries(limited.map((route) => [nameOf(route), route.limit]))).toEqual(groups)
    // sign-up without an address counts in both
    const known = new Set([...Object.values(groups), 'anonymous'])
    expect([...known].sort()).toEqual(Object.keys(defaultRateLimits).sort())
  })

  it.each<[LimitGroup, number, number]>([
    ['signup', 30, 300 / 30],
    ['otp', 30, 300 / 30],
    ['magiclink', 30, 300 / 30],
    ['recover', 30, 300 / 30],
    ['resend', 30, 300 / 30],
    ['user', 30, 300 / 30],
    ['verify', 30, 300 / 30],
    ['token', 30, 300 / 150],
    ['sso', 30, 300 / 30],
    ['saml_acs', 30, 300 / 15],
    ['factor_challenge', 30, 60 / 15],
    ['factor_verify', 30, 60 / 15],
    ['anonymous', 30, 3600 / 30],
    // ours, not the contract's: a sign-in with a provider is two requests of one browser
    ['authorize', 30, 300 / 30],
    ['callback', 30, 300 / 30],
  ])('%s: a burst of %i, and one more every %i seconds', (group, burst, perSeconds) => {
    expect(defaultRateLimits[group]).toEqual({ burst, perSeconds })
  })

  it.each(routes.filter((route) => route.limit !== null).map((route) => [nameOf(route), route] as const))(
    '%s answers 429 after the burst, to that address only, until tokens come back',
    async (name, route) => {
      for (let count = 0; count < limit.burst; count += 1) expect((await request(route)).status).not.toBe(429)
      // removes tokens that the bucket gained while this test ran, which depend on the machine
      await test.db.asOwner(
        `update auth.rate_buckets set tokens = floor(tokens), refilled_at = refilled_at + interval '1 hour'`,
      )
      const refused = await request(route)
      expect(refused).toMatchObject({
        status: 429,
        body: { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
      })
      expect(refused.headers.get('retry-after')).toBe('10')
      expect(await buckets()).toContain(`${groups[name]}:198.51.100.1`)
      expect((await request(route, '198.51.100.2')).status).not.toBe(429)
      await test.db.asOwner(
        `update auth.rate_buckets set refilled_at = clock_timestamp() - interval '11 seconds'`,
      )
      expect((await request(route)).status).not.toBe(429)
      expect((await request(route)).status).toBe(429)
    },
  )

  it.each(routes.filter((route) => route.limit === null).map((route) => [nameOf(route), route] as const))(
    '%s needs no limit: it requires a token, or it is public',
    async (name, route) => {
      const { status, body } = await request(route)
      if (publicReads.includes(name)) expect(status).not.toBe(401)
      else expect([status, body.error_code]).toEqual([401, 'no_authorization'])
    },
  )

  it.each(['password', 'refresh_token', 'pkce', 'id_token'])(
    'the grant %s counts in the limit that all grants share',
    async (grant) => {
      const path = `/token?grant_type=${grant}`
      expect((await request({ method: 'POST', path })).status).not.toBe(429)
      expect(await buckets()).toEqual(['token:198.51.100.1'])
      for (const other of ['password', 'pkce']) {
        await request({ method: 'POST', path: `/token?grant_type=${other}` })
      }
      expect((await request({ method: 'POST', path })).status).toBe(429)
    },
  )

  it('a sign-up without an address also has a separate limit', async () => {
    expect((await request({ method: 'POST', path: '/signup' })).status).toBe(200)
    expect(await buckets()).toEqual(['anonymous:198.51.100.1', 'signup:198.51.100.1'])
  })

  it('are counted together for all callers without an address', async () => {
    const nowhere = { method: 'POST', path: '/recover' }
    for (let count = 0; count < limit.burst; count += 1) await request(nowhere, 'unknown')
    expect((await request(nowhere, '')).status).toBe(429)
  })

  it('are counted per IPv6 /64 network', async () => {
    const recover = { method: 'POST', path: '/recover' }
    for (const end of [':1', ':2', 'ffff:ffff:ffff:ffff']) await request(recover, `2001:db8:1:2:${end}`)
    expect((await request(recover, '2001:db8:1:2::99')).status).toBe(429)
    expect((await request(recover, '2001:db8:1:3::99')).status).not.toBe(429)
  })

  it('are counted under both mounts together', async () => {
    for (const path of ['/recover', '/auth/v1/recover', '/recover']) await request({ method: 'POST', path })
    expect((await request({ method: 'POST', path: '/auth/v1/recover' })).status).toBe(429)
  })

  it('let exactly the burst through when all requests arrive at once', async () => {
    const requests = Array.from({ length: 12 }, () => request({ method: 'POST', path: '/recover' }))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 429)).toHaveLength(limit.burst)
  })

  it('are counted together in two processes', async () => {
    const other = test.with({ rateLimits: limitsOf(limit) })
    const statuses: number[] = []
    for (const service of [test, other, test, other]) {
      const { status } = await service.send('POST', '/recover', { body: {}, address: '198.51.100.1' })
      statuses.push(status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})
