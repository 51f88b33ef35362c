import { afterEach, expect, test, vi } from 'vitest'
import { hostileRedirects } from '#testing/hostile/hostile-redirects.ts'
import { rememberAfterLogin, takeAfterLogin } from './after-login.ts'

function aTab(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
}
afterEach(() => vi.unstubAllGlobals())

// spec: A2 Login returns to the remembered page once
test('returns the remembered page once', () => {
  aTab()
  rememberAfterLogin('/pay?tab=1')
  expect(takeAfterLogin()).toBe('/pay?tab=1')
  expect(takeAfterLogin()).toBeNull()
})

test.each(hostileRedirects)('a forged address in the tab’s storage is ignored: %j', (address) => {
  aTab()
  rememberAfterLogin(address)
  expect(takeAfterLogin()).toBeNull()
})
