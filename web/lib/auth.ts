import { AuthClient } from '@supabase/auth-js'
import { config } from './config.ts'
import { cookieStorage } from './cookie-storage.ts'

const storageKey = 'carefold-session'

const storage = cookieStorage(document, location.hostname, config.appDomain)

/**
 * The auth client of this browser. It refreshes the token by itself.
 *
 * Tokens in a URL are read only by the page they are meant for (auth/callback/invite), not by the client on any page.
 */
export const auth = new AuthClient({
  url: `${location.origin}/auth/v1`,
  storageKey,
  storage,
  flowType: 'implicit',
  detectSessionInUrl: false,
  autoRefreshToken: true,
  persistSession: true,
  experimental: { recoveryCodes: true },
})

/** Removes the session from this device without the server: for sign-out while it is unreachable. */
export function forgetSession(): void {
  storage.removeItem(storageKey)
}
