/*
 * The only use of the browser's storage. A browser may refuse it ("block all cookies", a full disk): then this page
 * holds the values in memory, and works until it is left.
 */

export interface Store extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  keys(): string[]
}

/** Until the tab is closed. */
export const tabStore = storeIn(() => sessionStorage)

/** Until the user clears this browser's data. */
export const deviceStore = storeIn(() => localStorage)

/** @internal @param open throws or returns null where storage is refused */
export function storeIn(open: () => Storage | null): Store {
  const held = new Map<string, string>()

  function attempt<Result>(use: (storage: Storage) => Result): Result | null {
    try {
      const storage = open()
      return storage && use(storage)
    } catch {
      return null
    }
  }

  return {
    getItem: (key) => held.get(key) ?? attempt((storage) => storage.getItem(key)),
    setItem(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (isStored) held.delete(key)
      else held.set(key, value)
    },
    removeItem(key) {
      held.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys: () => [...new Set([...held.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])])],
  }
}
