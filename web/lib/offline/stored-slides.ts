/** Prefix of the session storage keys of slides (web/components/slides/). */
export const slidesKeyPrefix = 'carefold-slides '

/** At sign-out, or when another user signs in. */
export function forgetSlides(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(slidesKeyPrefix)) sessionStorage.removeItem(key)
  }
}
