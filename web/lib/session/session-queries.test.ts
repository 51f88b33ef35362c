import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { subscriptionTierQuery } from './session-queries.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/home'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const tierOf = (answer: object) => {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  return new QueryClient().fetchQuery(subscriptionTierQuery(null, 'u'))
}

// spec: A4 The tier is free when the answer names none
// spec: A3 The tier is the string subscription_tier, by default free
test('returns the tier of the answer, else free', async () => {
  expect(await tierOf({ subscription_tier: 'professional' })).toBe('professional')
  expect(await tierOf({ subscription_tier: null })).toBe('free')
  expect(await tierOf({})).toBe('free')
})
