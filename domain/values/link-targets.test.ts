import { expect, test } from 'vitest'
import { linkTargets } from './link-targets.ts'

test.each(['/home', '/pay', '/clinic', '/settings/profile', '/auth/callback', '/confirm-email', '/learn'])(
  'a link may end on %s',
  (path) => expect(linkTargets).toContain(path),
)

test.each(['/', '/pricing', '/logout', '/auth/confirm', '/unauthorized'])('a link never ends on %s', (path) =>
  expect(linkTargets).not.toContain(path),
)
