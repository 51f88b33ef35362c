import { AuthClient } from '@supabase/auth-js'

/**
 * Opens a session from a link's tokens in a separate client: refused tokens would make the browser's client end the
 * user's session.
 */
export function openSession({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) {
  const visitor = new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: 'carefold-link',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
  return visitor.setSession({ access_token: accessToken, refresh_token: refreshToken })
}
