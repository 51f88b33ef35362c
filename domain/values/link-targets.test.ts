import { expect, test } from 'vitest'
import { linkTargets } from './link-targets.ts'

test.each(['/home', '/pay', '/clinic', '/settings/profile', '/auth/callback', '/confirm-email', '/learn'])(
  'allows a link to %s',
  (path) => expect(linkTargets).toContain(path),
)

test.each(['/', '/pricing', '/logout', '/auth/confirm', '/unauthorized'])('refuses a link to %s', (path) =>
  expect(linkTargets).not.toContain(path),
)
