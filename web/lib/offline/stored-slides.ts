/** Keys under which slides are kept in this tab's storage begin so (web/components/slides/). */
export const slidesKeyPrefix = 'carefold-slides '

/** Leaves nothing for whoever uses this tab next: for a sign-out, or when another person signed in over the page. */
export function forgetSlides(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(slidesKeyPrefix)) sessionStorage.removeItem(key)
  }
}
