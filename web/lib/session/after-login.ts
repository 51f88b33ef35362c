import { safePath } from '#domain/redirects.ts'
import { tabStore } from '../page/stores.ts'

/** The page that redirected to sign-in, stored per tab (docs/specification.md A2). */
const storageKey = 'carefold-after-login'

export function rememberAfterLogin(path: string): void {
  tabStore.setItem(storageKey, path)
}

/** Returns and forgets the stored path, if it is a path of this site. */
export function takeAfterLogin(): string | null {
  const path = safePath(tabStore.getItem(storageKey))
  tabStore.removeItem(storageKey)
  return path
}
