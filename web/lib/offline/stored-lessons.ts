/*
 * Lessons stored on this device for offline reading, until their reader signs out (docs/decisions/0069). Written by
 * store-lesson.ts, which only the Learning Center loads.
 */

/** Prefix of cache names; the reader's id follows. */
export const lessonStorePrefix = 'carefold-lessons '

/** True if this browser can show pages offline. */
export function canKeepLessons(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator
}

/** Removes all lessons, so that the next user of the device finds none. */
export function forgetLessons(): void {
  void forgetLessonsOfOthers(null)
}

/** @param owner user id whose lessons stay; null: none */
export async function forgetLessonsOfOthers(owner: string | null): Promise<void> {
  if (!canKeepLessons()) return
  try {
    for (const name of await caches.keys())
      if (name.startsWith(lessonStorePrefix) && name !== lessonStorePrefix + owner) await caches.delete(name)
  } catch {
    // a browser that refuses storage has stored nothing
  }
}
