import { beforeEach, expect, test, vi } from 'vitest'
import { isNewCardListed, rememberKnownCards } from './known-cards.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

const [first, second] = [{ id: '1' }, { id: '2' }]

test('a card is new if it was not listed before the tab left', () => {
  rememberKnownCards([first])
  expect(isNewCardListed([first])).toBe(false)
  expect(isNewCardListed([first, second])).toBe(true)
})

test('the first card is new', () => {
  rememberKnownCards([])
  expect(isNewCardListed([])).toBe(false)
  expect(isNewCardListed([first])).toBe(true)
})

test('no card is new if the list was not loaded then', () => {
  rememberKnownCards([first])
  rememberKnownCards(undefined)
  expect(isNewCardListed([first, second])).toBe(false)
})
