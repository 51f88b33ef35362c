import { slidesKeyPrefix } from '#web/lib/offline/stored-slides.ts'
import { deviceMs } from '#web/lib/page/clock.ts'

const slideCacheMs = 30 * 60_000
export const slideCacheKey = `${slidesKeyPrefix}cache`

interface Entry {
  url: string
  at: number
}

/** The picture URL that last worked for a slide, in session storage, to be tried first. */
export interface SlideCache {
  /** @returns '' for an unknown or expired slide */
  get(slideId: string): string
  put(slideId: string, url: string): void
}

export function createSlideCache(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number = deviceMs,
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
        // a full storage costs at most a second attempt
      }
    },
  }
}
