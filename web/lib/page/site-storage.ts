import { acceptsCookies, cookieStorage, jarOf, sessionKeyOf } from '../session/cookie-storage.ts'
import { config } from './config.ts'

export const sessionKey = sessionKeyOf(config.mainOrigin)

/** Session storage shared by all hosts of this site. */
export const siteStorage = cookieStorage(jarOf(document), location.hostname, config.appDomain)

/** False if the browser blocks cookies, which a sign-in needs. */
export function canStoreSession(): boolean {
  return acceptsCookies(jarOf(document), location.hostname, config.appDomain)
}

/** Removes the session from this device only: for sign-out while the server is unreachable. */
export function forgetSession(): void {
  siteStorage.removeItem(sessionKey)
}
