import { cookieStorage } from '../session/cookie-storage.ts'
import { config } from './config.ts'

export const sessionKey = 'carefold-session'

/** Session storage shared by all hosts of this site. */
export const siteStorage = cookieStorage(document, location.hostname, config.appDomain)

/** Removes the session from this device only: for sign-out while the server is unreachable. */
export function forgetSession(): void {
  siteStorage.removeItem(sessionKey)
}
