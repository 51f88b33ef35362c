import { describe, expect, it } from 'vitest'
import { paths } from '../paths.ts'
import { reservedSubdomains, subdomainProblem } from './reserved-subdomains.ts'

describe('reserved names', () => {
  // The list of docs/threats.md 2.
  const listed =
    `admin, test, app, www, api, auth, rest, storage, functions, realtime, graphql, account, accounts, login,
    signin, signup, join, logout, oauth, sso, id, billing, pay, payments, checkout, stripe, webhook, webhooks, mail, smtp,
    imap, pop, mx, email, autodiscover, autoconfig, mta-sts, ns, ns1, ns2, ns3, ns4, dns, ftp, sftp, ssh, vpn, cdn,
    static, assets, img, media, files, upload, uploads, status, health, help, support, docs, blog, news, about, contact,
    legal, privacy, terms, security, abuse, postmaster, hostmaster, webmaster, root, system, internal, staging, stage,
    dev, demo, beta, preview, sandbox, localhost, wpad, isatap, broadcasthost, null, undefined, none, carefold`
      .split(',')
      .map((name) => name.trim())
  // docs/specification.md A2: the first part of every route.
  const routes =
    `login sign-up join forgot-password logout update-password accept-invite confirm-email home clinic members
    settings content learn pay profile appointments dashboard feedback pricing contact about-us wellness-plans
    unauthorized how-it-works auth`.split(/\s+/)

  // spec: A5 Reserved names are unavailable in any letter case
  // spec: A9 Reserved names are unavailable
  it.each([...listed, ...routes])('refuses %s in any letter case', (name) => {
    expect(subdomainProblem(name)).toBe('subdomain_reserved')
    expect(subdomainProblem(` ${name.toUpperCase()} `)).toBe('subdomain_reserved')
  })

  const nearForms = `admin-clinic admins my-app apps tests testing wwww www2 api2 auth0 loginn logins joiner payment
    payments-plus billings stripes mailer smtp2 cdn1 statics helper helpdesk supporters doctor docs2 blogs newsroom
    security-first rooted systems devs demos carefolds my-carefold null1 home-care clinic-one`
  it.each(nearForms.split(/\s+/))('accepts %s', (name) => expect(subdomainProblem(name)).toBeNull())

  it('distinguishes reserved and malformed names', () => {
    expect(subdomainProblem('a b')).toBe('subdomain_invalid')
    expect(subdomainProblem('sunrise')).toBeNull()
    expect([...reservedSubdomains].every((name) => name === name.toLowerCase())).toBe(true)
  })

  it('include the first segment of every page', () => {
    const firstParts = Object.values(paths).map((path) => path.split('/')[1] ?? '')
    expect(firstParts.filter((name) => name !== '' && !reservedSubdomains.has(name))).toEqual([])
  })
})
