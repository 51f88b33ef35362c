import { expect, test } from 'vitest'
import { storeIn } from './stores.ts'

function aStorage(): Storage {
  const values = new Map<string, string>()
  const storage = Object.create({
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      values.set(key, value)
      storage[key] = value
    },
    removeItem(key: string) {
      values.delete(key)
      delete storage[key]
    },
  })
  return storage
}

const refusals: Record<string, () => Storage | null> = {
  'throws when it is opened': () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  },
  'is null': () => null,
  'is full': () => ({
    ...aStorage(),
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem() {},
  }),
}

for (const [reason, open] of Object.entries(refusals))
  test(`holds values in memory if the storage ${reason}`, () => {
    const store = storeIn(open)
    expect(store.getItem('a')).toBeNull()
    store.setItem('a', '1')
    expect(store.getItem('a')).toBe('1')
    expect(store.keys()).toContain('a')
    store.removeItem('a')
    expect(store.getItem('a')).toBeNull()
  })

test('stores and removes in the storage itself where the browser allows it', () => {
  const storage = aStorage()
  storeIn(() => storage).setItem('a', '1')
  const store = storeIn(() => storage)
  expect(store.getItem('a')).toBe('1')
  expect(store.keys()).toEqual(['a'])
  store.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
})

test('the newest value wins after the storage became full', () => {
  const storage = aStorage()
  const store = storeIn(() => storage)
  store.setItem('a', 'old')
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  store.setItem('a', 'new')
  expect(store.getItem('a')).toBe('new')
})
