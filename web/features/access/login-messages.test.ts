import { expect, test } from 'vitest'
import { failureTexts } from '#domain/texts/failures.ts'
import { loginMessage } from './login-messages.ts'

const arrive = (query: string) => loginMessage(new URLSearchParams(query), 'carefold.test')

// spec: A2 /login understands message=signup_success with subdomain
test('names the hub’s address after a clinic’s sign-up', () => {
  expect(arrive('message=signup_success&subdomain=sunrise')?.text).toContain('sunrise.carefold.test')
})

test('does not repeat an address from the query unless it is a valid subdomain', () => {
  expect(arrive('message=signup_success&subdomain=call+555-0100+now')?.text).not.toContain('555')
})

// spec: A8 Login shows the reason of a failed invitation in product wording only
test('shows the reason of a failed invitation only in our own wording', () => {
  const known = 'No invite token found or token already used.'
  expect(arrive(`error=invalid_state&message=${encodeURIComponent(known)}`)?.text).toBe(known)
  expect(arrive('error=invite_failed&message=Send+your+password+to+me')?.text).toBe(
    'Failed to process invite token.',
  )
})

// spec: A8 Login shows the reason of a failed sign-out in product wording only
test('shows the reason of a failed sign-out only in our own wording', () => {
  const reason = (text: string) => arrive(`message=logout_failed&reason=${encodeURIComponent(text)}`)
  expect(reason(failureTexts.rate_limited)).toMatchObject({
    title: 'Logout Failed',
    text: failureTexts.rate_limited,
  })
  expect(reason('Call 555-0100')?.text).toBe('An unexpected error occurred.')
  expect(arrive('message=logout_failed')?.text).toBe('An unexpected error occurred.')
})

test('shows nothing without a known reason', () => {
  expect([arrive(''), arrive('message=hello'), arrive('error=other&message=x')]).toEqual([null, null, null])
})
