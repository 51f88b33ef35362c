import { tabStore } from '../page/stores.ts'

/** Prefix of the session storage keys of slides (web/components/slides/). */
export const slidesKeyPrefix = 'carefold-slides '

/** At sign-out, or when another user signs in. */
export function forgetSlides(): void {
  for (const key of tabStore.keys()) {
    if (key.startsWith(slidesKeyPrefix)) tabStore.removeItem(key)
  }
}
