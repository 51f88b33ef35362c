import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  clinicOfPage,
  clinicOfSession,
  isSubdomainShape,
  reservedSubdomains,
  resolveClinicSlug,
  subdomainProblem,
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
  ['https://sunrise.carefold.example/', 'sunrise', 'sunrise', 'sunrise'],
  ['https://SUNRISE.carefold.example/', 'sunrise', 'sunrise', 'sunrise'],
  // on a clinic's own host another clinic's name is ignored (docs/domain-rules.md choice 6)
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

test.each(readings)('%s', (address, session, page, shown) => {
  expect(clinicOfSession(at(address), domain)).toBe(session)
  expect(clinicOfPage(at(address), domain)).toBe(page)
  expect(resolveClinicSlug(at(address), domain)).toBe(shown)
})

test('whatever the address says, the clinic is a possible name or none', () => {
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
  ])('%s is a name', (name) => expect(isSubdomainShape(name)).toBe(true))

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
  ])('%j is none', (name) => expect(isSubdomainShape(name)).toBe(false))
})

describe('reserved names', () => {
  // docs/threats.md 2, word for word
  const listed =
    `admin, test, app, www, api, auth, rest, storage, functions, realtime, graphql, account, accounts, login,
    signin, signup, join, logout, oauth, sso, id, billing, pay, payments, checkout, stripe, webhook, webhooks, mail, smtp,
    imap, pop, mx, email, autodiscover, autoconfig, mta-sts, ns, ns1, ns2, ns3, ns4, dns, ftp, sftp, ssh, vpn, cdn,
    static, assets, img, media, files, upload, uploads, status, health, help, support, docs, blog, news, about, contact,
    legal, privacy, terms, security, abuse, postmaster, hostmaster, webmaster, root, system, internal, staging, stage,
    dev, demo, beta, preview, sandbox, localhost, wpad, isatap, broadcasthost, null, undefined, none, carefold`
      .split(',')
      .map((name) => name.trim())
  // docs/specification.md A2: the first part of every route
  const routes =
    `login sign-up join forgot-password logout update-password accept-invite confirm-email home clinic members
    settings content learn pay profile appointments dashboard feedback pricing contact about-us wellness-plans
    unauthorized how-it-works auth`.split(/\s+/)

  it.each([...listed, ...routes])('%s cannot be had, in any letter case', (name) => {
    expect(subdomainProblem(name)).toBe('subdomain_reserved')
    expect(subdomainProblem(` ${name.toUpperCase()} `)).toBe('subdomain_reserved')
  })

  const nearForms = `admin-clinic admins my-app apps tests testing wwww www2 api2 auth0 loginn logins joiner payment
    payments-plus billings stripes mailer smtp2 cdn1 statics helper helpdesk supporters doctor docs2 blogs newsroom
    security-first rooted systems devs demos carefolds my-carefold null1 home-care clinic-one`
  it.each(nearForms.split(/\s+/))('%s can', (name) => expect(subdomainProblem(name)).toBeNull())

  it('says what is wrong with a name', () => {
    expect(subdomainProblem('a b')).toBe('subdomain_invalid')
    expect(subdomainProblem('sunrise')).toBeNull()
    expect([...reservedSubdomains].every((name) => name === name.toLowerCase())).toBe(true)
  })
})
