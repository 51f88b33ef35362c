import { expect, test } from 'vitest'
import { confirmTypes, readConfirmLink } from './confirm-link.ts'

test.each(confirmTypes)('reads a complete link of type %s', (type) => {
  const query = new URLSearchParams({ token_hash: 'abc', type, redirect_to: '/home' })
  expect(readConfirmLink(query)).toEqual({ tokenHash: 'abc', type, redirectTo: '/home' })
})

test.each(['', 'type=signup', 'token_hash=abc', 'token_hash=&type=signup', 'token_hash=abc&type=sms'])(
  'rejects the link %j',
  (query) => {
    expect(readConfirmLink(new URLSearchParams(query))).toBe(null)
  },
)
