import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  clinicOfPage,
  clinicOfSession,
  isSubdomainShape,
  malformedClinicName,
  resolveClinicSlug,
} from './tenancy.ts'

const domain = 'carefold.example'
const at = (address: string) => new URL(address)

/** [address, reading A (session), reading B (page), the clinic shown]; docs/specification.md A2. */
const readings: [string, string | null, string | null, string | null][] = [
  ['https://carefold.example/', null, null, null],
  ['https://carefold.example/?c=sunrise', 'sunrise', null, 'sunrise'],
  ['https://carefold.example/?tenant=sunrise', null, null, null],
  ['https://carefold.example/?__tenant=sunrise', null, 'sunrise', 'sunrise'],
  ['https://carefold.example/?__tenant=harbor&c=sunrise', 'sunrise', 'harbor', 'harbor'],
  ['https://www.carefold.example/', null, null, null],
  ['https://app.carefold.example/', null, null, null],
  ['https://app2.carefold.example/', null, null, null],
  ['https://app2.carefold.example/?__tenant=sunrise', null, 'sunrise', 'sunrise'],
  ['https://app2a.carefold.example/', 'app2a', 'app2a', 'app2a'],
  ['https://carefold.carefold.example/', null, null, null],
  ['https://sunrise.carefold.example/', 'sunrise', 'sunrise', 'sunrise'],
  ['https://SUNRISE.carefold.example/', 'sunrise', 'sunrise', 'sunrise'],
  // On a clinic's host, another clinic's name is ignored (docs/domain-rules.md choice 6).
  ['https://sunrise.carefold.example/?c=harbor', 'sunrise', 'sunrise', 'sunrise'],
  ['https://sunrise.carefold.example/?__tenant=harbor', 'sunrise', 'sunrise', 'sunrise'],
  ['https://a.sunrise.carefold.example/', null, null, null],
  ['https://sunrise.evil.example/', null, null, null],
  ['https://carefold.example.evil.example/', null, null, null],
  ['http://localhost:3000/', null, null, null],
  ['http://localhost:3000/?c=sunrise', 'sunrise', 'sunrise', 'sunrise'],
  ['http://localhost:3000/?tenant=sunrise', null, 'sunrise', 'sunrise'],
  ['http://localhost:3000/?c=sunrise&tenant=harbor', 'sunrise', 'sunrise', 'sunrise'],
  ['http://localhost:3000/?__tenant=harbor&c=sunrise', 'sunrise', 'harbor', 'harbor'],
  ['http://127.0.0.1:3000/?c=Sunrise', 'sunrise', 'sunrise', 'sunrise'],
  ['http://localhost:3000/?c=not%20a%20name', null, null, null],
  ['http://localhost:3000/?c=', null, null, null],
]

// spec: A2 Both readings name the clinic of a URL
test.each(readings)('%s', (address, session, page, shown) => {
  expect(clinicOfSession(at(address), domain)).toBe(session)
  expect(clinicOfPage(at(address), domain)).toBe(page)
  expect(resolveClinicSlug(at(address), domain)).toBe(shown)
})

// spec: A2 A name that no clinic can have is shown as not found
test.each([
  ['https://carefold.example/join?c=ab', 'ab'],
  ['https://carefold.example/join?c=Not%20a%20name', 'Not a name'],
  ['https://carefold.example/?__tenant=123', '123'],
  ['http://localhost:3000/?tenant=a_b', 'a_b'],
  [`http://localhost:3000/?c=${'x'.repeat(200)}`, 'x'.repeat(63)],
  ['http://localhost:3000/?c=', null],
  ['http://localhost:3000/', null],
  ['http://localhost:3000/?c=sunrise', null],
  // A clinic is named elsewhere in the URL.
  ['http://localhost:3000/?__tenant=ab&c=sunrise', null],
  ['https://sunrise.carefold.example/?c=ab', null],
  // These keys name no clinic on this host.
  ['https://carefold.example/?tenant=ab', null],
  ['https://www.carefold.example/?c=ab', null],
])('%s names %j, which is not a valid name', (address, name) => {
  expect(malformedClinicName(at(address), domain)).toBe(name)
})

// spec: A2 A URL names a valid clinic or none
test('for any address, the clinic is a valid name or null', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom('c', 'tenant', '__tenant'), (label, name, key) => {
      const host = /^[\w-]+$/.test(label) ? `${label}.${domain}` : 'localhost'
      const url = URL.parse(`https://${host}/?${new URLSearchParams({ [key]: name })}`)
      const slug = url && resolveClinicSlug(url, domain)
      expect(slug === null || isSubdomainShape(slug)).toBe(true)
    }),
  )
})

describe('the shape of a name', () => {
  it.each([
    'abc',
    'a-b',
    'sunrise',
    'sunrise-family-clinic',
    '1st-care',
    'a1b2',
    'a--b',
    'abc--def',
    'a'.repeat(63),
  ])('accepts %s', (name) => expect(isSubdomainShape(name)).toBe(true))

  it.each([
    '',
    'ab',
    'a'.repeat(64),
    '-abc',
    'abc-',
    'Abc',
    'a_b',
    'a.b',
    'a b',
    'é-clinic',
    'clinic\n',
    'xn--clinic',
    'ab--cd',
    '123',
    '0000',
  ])('refuses %j', (name) => expect(isSubdomainShape(name)).toBe(false))
})
