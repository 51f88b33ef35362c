import { safePath } from '#domain/redirects.ts'
import { tabStore } from '../page/stores.ts'

/** The page that redirected to sign-in, stored per tab (docs/specification.md A2). */
const storageKey = 'carefold-after-login'

export function rememberAfterLogin(path: string): void {
  tabStore.setItem(storageKey, path)
}

/** Returns the stored path, if it is a path of this site. */
export function pathAfterLogin(): string | null {
  return safePath(tabStore.getItem(storageKey))
}

/** Returns and forgets the stored path, if it is a path of this site. */
export function takeAfterLogin(): string | null {
  const path = pathAfterLogin()
  tabStore.removeItem(storageKey)
  return path
}
