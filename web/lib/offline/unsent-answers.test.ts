import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { forgetDrafts } from './drafts.ts'
import { storeUnsentAnswers, unsentAnswers } from './unsent-answers.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
// other files share the globals
afterAll(() => vi.unstubAllGlobals())

it('returns a user’s answers of one form until they are stored or forgotten', () => {
  storeUnsentAnswers('ann', 'one', { a: 'Rarely' })
  storeUnsentAnswers('ann', 'two', { b: ['Yes'] })
  expect(unsentAnswers('ann', 'one')).toEqual({ a: 'Rarely' })
  expect(unsentAnswers('ben', 'one')).toEqual({})
  storeUnsentAnswers('ann', 'one', {})
  expect(unsentAnswers('ann', 'one')).toEqual({})
  expect(unsentAnswers('ann', 'two')).toEqual({ b: ['Yes'] })
  forgetDrafts()
  expect(unsentAnswers('ann', 'two')).toEqual({})
})
