import { describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { callerOf, classifyHost, InvalidTokenError, wroteCookieOf } from './caller.ts'
import { clientAddress } from './client-address.ts'
import { publishableKeyOf } from './publishable-key.ts'

const config = readConfig({})
const publishableKey = publishableKeyOf(config.mainOrigin)
const from = (url: string, headers: Record<string, string> = {}) =>
  callerOf(new Request(url, { headers }), {
    config,
    publishableKey,
    requestId: 'r1',
    address: '203.0.113.9',
    verify: async (token) => (token === 'good' ? { userId: 'u1', sessionId: 's1' } : null),
  })

describe('the caller', () => {
  it.each([
    ['http://sunrise.carefold.localhost:3000/', {}, 'sunrise'],
    ['http://carefold.localhost:3000/', {}, null],
    ['http://carefold.localhost:3000/', { 'x-clinic': 'harbor' }, 'harbor'],
    ['http://localhost:3000/', { 'x-clinic': 'Harbor' }, 'harbor'],
    ['http://localhost:3000/', { 'x-clinic': "x' or 1=1" }, null],
    // on a clinic's own host another clinic's name is ignored
    ['http://sunrise.carefold.localhost:3000/', { 'x-clinic': 'harbor' }, 'sunrise'],
  ])('of %s with %o means clinic %s', async (url, headers, clinic) => {
    expect((await from(url, headers)).clinic).toBe(clinic)
  })

  it('is anonymous without a token, and refused with an invalid one', async () => {
    expect(await from('http://localhost/')).toMatchObject({ userId: null, sessionId: null })
    expect(await from('http://localhost/', { authorization: 'bearer good' })).toMatchObject({
      userId: 'u1',
      sessionId: 's1',
    })
    await expect(from('http://localhost/', { authorization: 'Bearer bad' })).rejects.toThrow(
      InvalidTokenError,
    )
  })
})

describe('a publishable key', () => {
  it('belongs to one installation, and is the same at each start', () => {
    expect(publishableKey).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
    expect(publishableKeyOf('https://carefold.example')).not.toBe(publishableKey)
    expect(publishableKeyOf('https://carefold.example')).toBe(publishableKeyOf('https://carefold.example'))
  })

  it('names no user, in apikey and as the bearer, and beside a token changes nothing', async () => {
    const visitor = { userId: null, sessionId: null }
    expect(await from('http://localhost/', { apikey: publishableKey })).toMatchObject(visitor)
    const asBearer = { apikey: publishableKey, authorization: `Bearer ${publishableKey}` }
    expect(await from('http://localhost/', asBearer)).toMatchObject(visitor)
    const signedIn = { apikey: publishableKey, authorization: 'Bearer good' }
    expect(await from('http://localhost/', signedIn)).toMatchObject({ userId: 'u1', sessionId: 's1' })
  })

  it.each(['sb_publishable_', 'sb_publishable_x', publishableKeyOf('https://other.example')])(
    'of another installation is refused: %s',
    async (key) => {
      const refusal = { code: 'invalid_api_key', status: 401 }
      const requests: Record<string, string>[] = [
        { apikey: key },
        { authorization: `Bearer ${key}` },
        { apikey: key, authorization: 'Bearer good' },
        { apikey: publishableKey, authorization: `Bearer ${key}` },
      ]
      for (const headers of requests)
        await expect(from('http://localhost/', headers)).rejects.toMatchObject(refusal)
    },
  )
})

describe('a caller who has just written', () => {
  const replicated = readConfig({
    DATABASE_URL: 'postgres://here/carefold',
    DATABASE_REPLICA_URL: 'postgres://there/carefold',
  })
  const asked = (cookie: string, settings = replicated) =>
    callerOf(new Request('http://sunrise.carefold.localhost:3000/', { headers: { cookie } }), {
      config: settings,
      publishableKey,
      requestId: 'r1',
      address: null,
      verify: async () => null,
    })

  it('is recognized by a short-lived, empty cookie on all our hosts', async () => {
    const cookie = wroteCookieOf(new Request('http://sunrise.carefold.localhost:3000/'), replicated)
    expect(cookie).toBe(
      'carefold-wrote=1; Path=/; Max-Age=5; HttpOnly; SameSite=Lax; Domain=carefold.localhost',
    )
    expect(wroteCookieOf(new Request('http://localhost:3000/'), replicated)).not.toContain('Domain')
    expect((await asked('a=b; carefold-wrote=1')).hasJustWritten).toBe(true)
    expect((await asked('not-carefold-wrote=1')).hasJustWritten).toBe(false)
  })

  it('is not recognized without a replica', async () => {
    expect(await asked('carefold-wrote=1', readConfig({}))).not.toHaveProperty('hasJustWritten')
  })
})

describe('hosts', () => {
  it.each([
    ['carefold.localhost', 'main'],
    ['www.carefold.localhost', 'main'],
    ['app.carefold.localhost', 'main'],
    ['carefold.carefold.localhost', 'main'],
    ['CAREFOLD.localhost', 'main'],
    ['localhost', 'main'],
    ['sunrise.carefold.localhost', 'clinic'],
    ['a.b.carefold.localhost', 'foreign'],
    ['xn--sunrise.carefold.localhost', 'foreign'],
    ['carefold.localhost.evil.test', 'foreign'],
    ['evil-carefold.localhost', 'foreign'],
    ['203.0.113.9', 'foreign'],
  ])('%s is %s', (host, kind) => {
    expect(classifyHost(host, config).kind).toBe(kind)
  })

  it('include the loopback address in development only', () => {
    expect(classifyHost('localhost', { appDomain: 'carefold.example', environment: 'production' }).kind).toBe(
      'foreign',
    )
  })
})

describe('the client’s address', () => {
  it.each([
    [null, '::ffff:203.0.113.9', 0, '203.0.113.9'],
    // without a trusted proxy any client can set the header
    ['198.51.100.1', '203.0.113.9', 0, '203.0.113.9'],
    ['198.51.100.1, 192.0.2.7', '10.0.0.1', 1, '192.0.2.7'],
    ['6.6.6.6, 198.51.100.1, 192.0.2.7', '10.0.0.1', 2, '198.51.100.1'],
    [null, undefined, 1, null],
  ])('with %s from %s behind %i proxies is %s', (header, socket, hops, address) => {
    expect(clientAddress(header, socket, hops)).toBe(address)
  })
})
