import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safePath, safeTarget } from './redirects.ts'

const site = {
  mainOrigin: 'http://carefold.localhost:3000',
  appDomain: 'carefold.localhost',
  currentOrigin: 'http://sunrise.carefold.localhost:3000',
}

/** docs/threats.md T8 */
const hostile = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  'evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:http://carefold.localhost:3000/x',
  'http:evil.example',
  'http:/evil.example',
  'http:\\\\evil.example',
  'https://evil.example',
  'http://evil.example/carefold.localhost:3000',
  'http://carefold.localhost:3000@evil.example',
  'http://carefold.localhost:3000\\@evil.example',
  'http://user@carefold.localhost:3000/home',
  'http://user:pass@sunrise.carefold.localhost:3000/home',
  'http://carefold.localhost.evil.example/',
  'http://carefold.localhost:3000.evil.example/',
  'http://evilcarefold.localhost:3000/',
  'http://carefold.localhost:3001/',
  'http://sunrise.carefold.localhost/',
  'https://carefold.localhost:3000/',
  'https://sunrise.carefold.localhost:3000/',
  'http://a.b.carefold.localhost:3000/',
  'http://xn--80ak6aa92e.carefold.localhost:3000/',
  'http://-bad.carefold.localhost:3000/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://127.1/',
  'http://[::1]:3000/',
  'http://carefold。localhost:3000@evil.example/',
  'http://carefold.localhost:3000/\n',
  'http://carefold.localhost:3000//evil.example',
  'http://carefold.localhost:3000/%2fevil.example',
  'ftp://carefold.localhost:3000/',
  'file:///etc/passwd',
  'ws://carefold.localhost:3000/',
  '//carefold.localhost:3000@evil.example/',
  '?next=//evil.example',
  '#//evil.example',
  '',
  '.',
  'home',
  '\u0000/home',
]

test.each(hostile.map((target) => [target]))('refuses %j', (target) => {
  expect(safePath(target)).toBe(null)
  expect(safeTarget(target, site)).toBe(null)
})

test.each([
  ['/pay', '/pay'],
  ['/', '/'],
  ['/clinic?c=sunrise#today', '/clinic?c=sunrise#today'],
  ['/members?search=a%20b', '/members?search=a%20b'],
  ['/a/../pay', '/pay'],
])('allows the path %j', (target, path) => {
  expect(safePath(target)).toBe(path)
  expect(safeTarget(target, site)).toBe(site.currentOrigin + path)
})

test.each([
  'http://carefold.localhost:3000/confirm-email',
  'http://harbor.carefold.localhost:3000/auth/callback/invite?c=harbor',
  'http://sunrise.carefold.localhost:3000/update-password',
])('allows our page %s', (target) => {
  expect(safeTarget(target, site)).toBe(target)
})

test('refuses a missing target', () => {
  expect([safePath(null), safePath(undefined), safeTarget(null, site)]).toEqual([null, null, null])
})

test('every allowed target stays on our hosts in a browser', () => {
  const pieces = [
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '@',
    ':',
    '?',
    '#',
    'http:',
    '//',
    'evil.example',
    'home',
    '\t',
    ' ',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      const path = safePath(parts.join(''))
      if (path !== null) expect(new URL(path, site.currentOrigin).origin).toBe(site.currentOrigin)
      const target = safeTarget(parts.join(''), site)
      if (target !== null) expect(new URL(target).hostname).toMatch(/(^|\.)carefold\.localhost$/)
    }),
    { numRuns: 2_000 },
  )
})
