/*
 * Lessons that were opened are kept on this device for reading without a connection (docs/decisions/0069). They are gone as
 * soon as their reader signs out. Keeping them: keep-lesson.ts, which only the Learning Center loads.
 */

/** Names of the caches that hold them begin so; their reader's id follows. */
export const lessonStorePrefix = 'carefold-lessons '

/** Whether this browser can show a page without a connection. */
export function canKeepLessons(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator
}

/** Leaves nothing for whoever uses this device next. */
export function forgetLessons(): void {
  void forgetLessonsOfOthers(null)
}

/** @param owner user id of whose lessons stay; null: nobody's */
export async function forgetLessonsOfOthers(owner: string | null): Promise<void> {
  if (!canKeepLessons()) return
  // a browser that refuses storage keeps nothing either
  for (const name of await caches.keys().catch(() => [])) {
    if (name.startsWith(lessonStorePrefix) && name !== lessonStorePrefix + owner) await caches.delete(name)
  }
}
