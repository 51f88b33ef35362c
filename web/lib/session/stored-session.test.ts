import { expect, test } from 'vitest'
import { storedSession } from './stored-session.ts'

const now = Date.parse('2026-03-02T10:00:00Z')

/** A session as the auth client stores it, with the given time left. */
function stored({
  leftSeconds = 3_600,
  ...changes
}: Record<string, unknown> & { leftSeconds?: number } = {}) {
  return JSON.stringify({
    access_token: 'token',
    refresh_token: 'next',
    expires_at: now / 1_000 + leftSeconds,
    user: { id: 'ada' },
    ...changes,
  })
}

test('returns no session if none is stored', () => {
  expect(storedSession(null, now)).toEqual({ state: 'none' })
})

test('returns a stored session whose token is valid for a while', () => {
  expect(storedSession(stored(), now)).toMatchObject({ state: 'fresh', session: { user: { id: 'ada' } } })
  expect(storedSession(stored({ leftSeconds: 90 }), now).state).toBe('fresh')
})

test.each([
  ['a token that has run out', stored({ leftSeconds: -1 })],
  ['a token that is about to', stored({ leftSeconds: 89 })],
  ['a session without its end', stored({ expires_at: undefined })],
  ['a session of nobody', stored({ user: null })],
  ['something else', '{"access_token":1}'],
  ['what is no JSON', 'carefold'],
  ['null', 'null'],
])('leaves %s to the auth client', (_, text) => {
  expect(storedSession(text, now)).toEqual({ state: 'unsure' })
})
