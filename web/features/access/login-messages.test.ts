import { expect, test } from 'vitest'
import { loginMessage } from './login-messages.ts'

const arrive = (query: string) => loginMessage(new URLSearchParams(query), 'carefold.test')

test('after a clinic’s sign-up it names the hub’s address', () => {
  expect(arrive('message=signup_success&subdomain=sunrise')?.text).toContain('sunrise.carefold.test')
})

test('an address written by somebody else is not repeated', () => {
  expect(arrive('message=signup_success&subdomain=call+555-0100+now')?.text).not.toContain('555')
})

test('a failed invitation shows its reason only when the words are ours', () => {
  const known = 'No invite token found or token already used.'
  expect(arrive(`error=invalid_state&message=${encodeURIComponent(known)}`)?.text).toBe(known)
  expect(arrive('error=invite_failed&message=Send+your+password+to+me')?.text).toBe(
    'Failed to process invite token.',
  )
})

test('nothing is said without a reason, and nothing for a reason that is not ours', () => {
  expect([arrive(''), arrive('message=hello'), arrive('error=other&message=x')]).toEqual([null, null, null])
})
