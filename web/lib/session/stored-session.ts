import type { Session } from '@supabase/auth-js'

// the auth client refreshes a token that has less than this left
const marginMs = 90_000

/** The stored session, read without the auth client. */
export type StoredSession =
  | { state: 'none' }
  | { state: 'fresh'; session: Session }
  /** Expired, about to expire or malformed: the auth client decides. */
  | { state: 'unsure' }

/**
 * Parses a stored session. Storage proves nothing: the server decides with each request (docs/threats.md T10).
 *
 * @param now milliseconds since 1970, by this device
 */
export function storedSession(stored: string | null, now: number): StoredSession {
  if (stored === null) return { state: 'none' }
  const session = parsed(stored)
  if (!session || session.expires_at * 1_000 - now < marginMs) return { state: 'unsure' }
  return { state: 'fresh', session }
}

function parsed(stored: string): (Session & { expires_at: number }) | null {
  try {
    const session = JSON.parse(stored)
    const isWhole =
      typeof session?.access_token === 'string' &&
      typeof session.refresh_token === 'string' &&
      typeof session.expires_at === 'number' &&
      typeof session.user?.id === 'string'
    return isWhole ? session : null
  } catch {
    return null
  }
}
