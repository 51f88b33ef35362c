import { slidesKeyPrefix } from '#web/lib/offline/stored-slides.ts'

/** How long an entry is valid (docs/specification.md B9). */
const slideCacheMs = 30 * 60_000
export const slideCacheKey = `${slidesKeyPrefix}cache`

interface Entry {
  url: string
  at: number
}

/** Which address of a slide's picture loaded, in the session's storage: the next time it is tried first. */
export interface SlideCache {
  /** @returns '' for a slide that is not known, or not any more */
  get(slideId: string): string
  put(slideId: string, url: string): void
}

export function createSlideCache(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number = Date.now,
): SlideCache {
  const read = (): Record<string, Entry> => {
    try {
      const entries = JSON.parse(storage.getItem(slideCacheKey) ?? '{}') as Record<string, Entry>
      return Object.fromEntries(Object.entries(entries).filter(([, { at }]) => now() - at < slideCacheMs))
    } catch {
      return {}
    }
  }
  return {
    get: (slideId) => read()[slideId]?.url ?? '',
    put(slideId, url) {
      try {
        storage.setItem(slideCacheKey, JSON.stringify({ ...read(), [slideId]: { url, at: now() } }))
      } catch {
        // a full storage costs a second attempt at most
      }
    },
  }
}
