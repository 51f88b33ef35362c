import { AuthClient } from '@supabase/auth-js'
import { JWKS_TTL } from '@supabase/auth-js/dist/main/lib/constants.js'
import { generatePKCEVerifier } from '@supabase/auth-js/dist/main/lib/helpers.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// the client library's constants that docs/specification.md A9 promises

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A client whose session expires in `secondsLeft`. @returns when it requested a new one, in seconds from the start */
async function refreshesOf(secondsLeft: number, answer: () => Promise<Response>, passMs: number) {
  const start = Date.now()
  const at: number[] = []
  const session = {
    ...{ access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', user: { id: 'u' } },
    ...{ expires_in: secondsLeft, expires_at: start / 1_000 + secondsLeft },
  }
  const stored = new Map([['session', JSON.stringify(session)]])
  const client = new AuthClient({
    ...{ url: 'http://auth.test', storageKey: 'session', autoRefreshToken: true, detectSessionInUrl: false },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    fetch: () => {
      at.push((Date.now() - start) / 1_000)
      return answer()
    },
  })
  // waits for the retries of a refresh, which need the clock
  void client.initialize()
  await vi.advanceTimersByTimeAsync(passMs)
  await client.stopAutoRefresh()
  return at
}

const refused = async () =>
  Response.json({ code: 400, error_code: 'refresh_token_not_found', msg: 'no' }, { status: 400 })

// spec: A9 A token is checked every 30 s, and refreshed when 3 ticks or fewer remain
test('checks the token every 30 s and refreshes it with three ticks left', async () => {
  expect(await refreshesOf(150, refused, 29_000)).toEqual([])
  expect((await refreshesOf(149, refused, 31_000))[0]).toBe(30)
})

// spec: A9 The expiry margin is 90 s
test('refreshes a token with less than 90 s left at once', async () => {
  expect((await refreshesOf(89, refused, 1))[0]).toBe(0)
  expect(await refreshesOf(180, refused, 1)).toEqual([])
})

// spec: A9 A refresh is retried with exponential back-off from 200 ms
test('retries a refresh without an answer after 200, 400 and 800 ms', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect((await refreshesOf(60, lost, 2_000)).slice(0, 4)).toEqual([0, 0.2, 0.6, 1.4])
})

// spec: A9 The key set is cached for 10 minutes
// spec: A9 The code verifier has 56 random bytes
test('caches keys for 10 minutes, and a code verifier has 56 random bytes in hexadecimal', () => {
  expect(JWKS_TTL).toBe(600_000)
  expect(generatePKCEVerifier()).toMatch(/^([0-9a-f]{2}){56}$/)
})
