import { describe, expect, it, test } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { hostileRedirects } from '#testing/hostile/hostile-redirects.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { resolveRedirect } from './redirects.ts'

const site = 'http://carefold.localhost:3000'
const harbor = 'http://harbor.carefold.localhost:3000'
const config = readConfig({ NODE_ENV: 'test' })

const db = await setUpDatabase()
await aClinic(db, { subdomain: 'harbor', name: 'Harbor' })

const resolve = (...candidates: (string | null)[]) =>
  db.transactions.withSystem('test', (tx) => resolveRedirect(tx, config, config.mainOrigin, candidates))

describe('accepts', () => {
  it.each([
    ['the main site', `${site}/`],
    ['a page of it', `${site}/update-password`],
    ['a page with a query', `${site}/auth/callback/invite?c=harbor`],
    ['a clinic’s host', `${harbor}/join`],
    ['a sub-page', `${harbor}/settings/profile`],
    ['plain localhost in development', 'http://localhost:3000/update-password?c=harbor'],
    ['the loopback address in development', 'http://127.0.0.1:3000/home'],
  ])('%s', async (_name, target) => {
    expect((await resolve(target)).url).toBe(target)
  })

  it.each([
    [`${harbor}/join`, 'harbor'],
    [`${site}/join?c=harbor`, 'harbor'],
    ['http://localhost:3000/join?c=harbor', 'harbor'],
    [`${site}/join`, undefined],
    [`${site}/join?c=nobody`, undefined],
  ])('%s, which belongs to clinic %s', async (target, subdomain) => {
    expect((await resolve(target)).clinic?.subdomain).toBe(subdomain)
  })

  it('the first valid candidate', async () => {
    expect((await resolve(null, 'https://evil.example', `${harbor}/home`)).url).toBe(`${harbor}/home`)
    expect((await resolve(`${site}/login`, `${harbor}/home`)).url).toBe(`${site}/login`)
    expect((await resolve(null, null, null)).url).toBe(`${site}/`)
  })
})

test.each([
  ['https://clinic.example/app/start?from=mail', 'https://clinic.example/app/start?from=mail'],
  ['https://clinic.example', 'https://clinic.example/'],
])('an invalid target is replaced by the site address %s with its path', async (siteUrl, url) => {
  const rule = { siteUrl, redirectAllowList: [], ownPagesOnly: false }
  const resolved = await db.transactions.withSystem('test', (tx) =>
    resolveRedirect(tx, config, rule, ['https://evil.example/']),
  )
  expect(resolved.url).toBe(url)
})

describe('replaces by the main site (docs/threats.md T8)', () => {
  it.each(hostileRedirects)('%j', async (target) => {
    expect((await resolve(target)).url).toBe(`${site}/`)
  })

  it('loopback addresses in production', async () => {
    const production = { ...config, environment: 'production' as const }
    const targets = ['http://localhost:3000/home', 'http://127.0.0.1:3000/home']
    for (const target of targets) {
      const { url } = await db.transactions.withSystem('test', (tx) =>
        resolveRedirect(tx, production, site, [target]),
      )
      expect(url).toBe(`${site}/`)
    }
  })
})
