import { expect, test } from 'vitest'
import { readInviteFragment } from './invite-fragment.ts'

// spec: A4 The invite callback takes both tokens together
test('reads an invitation with both tokens', () => {
  expect(readInviteFragment('#access_token=a.b.c&refresh_token=r&type=invite')).toEqual({
    kind: 'tokens',
    accessToken: 'a.b.c',
    refreshToken: 'r',
  })
})

test.each([
  ['#access_token=a', 'incomplete'],
  ['#refresh_token=r', 'incomplete'],
  ['#access_token=&refresh_token=', 'none'],
  ['#error=access_denied&error_code=otp_expired', 'refused'],
  ['', 'none'],
  ['#section', 'none'],
])('%j is %s', (fragment, kind) => {
  expect(readInviteFragment(fragment).kind).toBe(kind)
})
