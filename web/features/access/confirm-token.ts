import type { ConfirmLink } from '#domain/access/confirm-link.ts'

/** A session as answered by the auth service, not stored yet. */
export interface FreshSession {
  access_token: string
  refresh_token: string
  user: { id: string; email?: string }
}

export type Confirmation =
  | { kind: 'session'; session: FreshSession }
  /** one half of an email change that both mailboxes must confirm */
  | { kind: 'half_done' }
  | { kind: 'expired' }
  | { kind: 'failed' }

/**
 * Consumes a mailed link: POST /verify. Only the button of /auth/confirm calls it.
 *
 * Not through the auth client, which would switch this browser to the new session at once: somebody already signed in
 * is asked first (docs/threats.md T7).
 */
export async function confirmToken(link: ConfirmLink): Promise<Confirmation> {
  try {
    const response = await fetch('/auth/v1/verify', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
      body: JSON.stringify({ type: link.type, token_hash: link.tokenHash }),
    })
    // 5xx and 429 leave the link usable; any other refusal is final
    if (response.status >= 500 || response.status === 429) return { kind: 'failed' }
    if (!response.ok) return { kind: 'expired' }
    const body = (await response.json()) as Partial<FreshSession>
    return body.access_token ? { kind: 'session', session: body as FreshSession } : { kind: 'half_done' }
  } catch {
    return { kind: 'failed' }
  }
}
