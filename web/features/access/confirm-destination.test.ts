import { expect, test } from 'vitest'
import { hostileRedirects } from '#testing/hostile/hostile-redirects.ts'
import { confirmDestination } from './confirm-destination.ts'

const site = {
  mainOrigin: 'http://carefold.test',
  appDomain: 'carefold.test',
  currentOrigin: 'http://carefold.test',
}
const session = { access_token: 'a.b.c', refresh_token: 'r', user: { id: 'u' } }
const link = { tokenHash: 'hash', type: 'signup', redirectTo: null } as const

test('leads to the page named in the link', () => {
  const redirectTo = 'http://sunrise.carefold.test/update-password'
  expect(confirmDestination({ ...link, type: 'recovery', redirectTo }, session, site)).toBe(redirectTo)
})

// spec: A2 A confirmation link leads to /confirm-email, a reset link to /update-password
test.each([
  ['signup', '/confirm-email'],
  ['recovery', '/update-password'],
  ['email_change', '/confirm-email'],
] as const)('without a usable page a %s link leads to %s of this host', (type, path) => {
  for (const redirectTo of [null, 'https://evil.example/', '//evil.example']) {
    expect(confirmDestination({ ...link, type, redirectTo }, session, site)).toBe(
      `http://carefold.test${path}`,
    )
  }
})

// spec: A2 /auth/callback/invite receives the tokens in the fragment
test('passes tokens only to the invite callback, in the fragment', () => {
  const redirectTo = 'http://sunrise.carefold.test/auth/callback/invite?c=sunrise'
  expect(confirmDestination({ ...link, type: 'invite', redirectTo }, session, site)).toBe(
    `${redirectTo}#access_token=a.b.c&refresh_token=r&type=invite`,
  )
  const elsewhere = 'http://sunrise.carefold.test/home'
  expect(confirmDestination({ ...link, type: 'invite', redirectTo: elsewhere }, session, site)).toBe(
    elsewhere,
  )
})

test.each(hostileRedirects)('does not leave our hosts through %j', (redirectTo) => {
  const home = { mainOrigin: 'http://carefold.localhost:3000', appDomain: 'carefold.localhost' }
  const target = confirmDestination({ ...link, redirectTo }, session, {
    ...home,
    currentOrigin: home.mainOrigin,
  })
  expect(new URL(target).hostname).toMatch(/(^|\.)carefold\.localhost$/)
  expect(new URL(target).protocol).toBe('http:')
  expect(target).not.toContain('a.b.c')
})
