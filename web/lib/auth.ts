import { AuthClient } from '@supabase/auth-js'
import { config } from './config.ts'
import { cookieStorage } from './cookie-storage.ts'

const storageKey = 'carefold-session'

const storage = cookieStorage(document, location.hostname, config.appDomain)

/**
 * The signed-in person of this browser. Refreshes its token by itself.
 *
 * Tokens in an address are read by the page they are meant for (auth/callback/invite), never by the client on any page.
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

/** Forgets the session on this device without asking the server: for sign-out while the server cannot be reached. */
export function forgetSession(): void {
  storage.removeItem(storageKey)
}
