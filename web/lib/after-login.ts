import { safePath } from '#domain/redirects.ts'

/** The page somebody was sent away from to sign in, kept for this tab (docs/specification.md A2). */
const storageKey = 'carefold-after-login'

export function rememberAfterLogin(path: string): void {
  sessionStorage.setItem(storageKey, path)
}

/** Gives the remembered path once, and only if it is a path of this site. */
export function takeAfterLogin(): string | null {
  const path = safePath(sessionStorage.getItem(storageKey))
  sessionStorage.removeItem(storageKey)
  return path
}
