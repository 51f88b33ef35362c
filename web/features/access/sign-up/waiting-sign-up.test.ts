import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  forgetWaitingSignUp,
  readWaitingSignUp,
  storeWaitingSignUp,
  type WaitingSignUp,
} from './waiting-sign-up.ts'

const kept = new Map<string, string>()
beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }),
)
afterEach(() => {
  forgetWaitingSignUp()
  vi.unstubAllGlobals()
})

const waiting: WaitingSignUp = { kind: 'patient', email: 'mara@example.test', sentAt: 1_000 }

test('never stores the password, and remembers it through another mail', () => {
  storeWaitingSignUp(waiting, 'quiet-river-41')
  expect([...kept.values()].join()).not.toContain('quiet-river-41')
  storeWaitingSignUp({ ...waiting, sentAt: 31_000 })
  expect(readWaitingSignUp(32_000)).toEqual({
    waiting: { ...waiting, sentAt: 31_000 },
    password: 'quiet-river-41',
  })
})

test('ends when it is forgotten, and a day after the last mail', () => {
  storeWaitingSignUp(waiting, 'quiet-river-41')
  expect(readWaitingSignUp(waiting.sentAt + 24 * 3_600_000)).toBeNull()
  forgetWaitingSignUp()
  expect(readWaitingSignUp(2_000)).toBeNull()
  storeWaitingSignUp(waiting)
  expect(readWaitingSignUp(2_000)?.password).toBeNull()
})
