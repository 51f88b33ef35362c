import { AuthClient } from '@supabase/auth-js'

/**
 * Opens the session of a link's tokens outside this browser's own: tokens that are refused must not end the session of
 * whoever reads the page, which the browser's own client would do.
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
