import { cookieStorage } from '../session/cookie-storage.ts'
import { config } from './config.ts'

/** The key of the session in `siteStorage`. */
export const sessionKey = 'carefold-session'

/** Where all hosts of this site keep the session. */
export const siteStorage = cookieStorage(document, location.hostname, config.appDomain)

/** Removes the session from this device without the server: for sign-out while it is unreachable. */
export function forgetSession(): void {
  siteStorage.removeItem(sessionKey)
}
