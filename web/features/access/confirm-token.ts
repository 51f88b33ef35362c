import type { ConfirmLink } from '#domain/access/confirm-link.ts'

/** A session as the auth service gives it; not kept by anybody yet. */
export interface FreshSession {
  access_token: string
  refresh_token: string
  user: { id: string; email?: string }
}

export type Confirmation =
  | { kind: 'session'; session: FreshSession }
  /** first half of a change of address that both mailboxes must confirm */
  | { kind: 'half_done' }
  | { kind: 'expired' }
  | { kind: 'failed' }

/**
 * Uses up a mail's link: POST /verify. The only caller is the button of /auth/confirm.
 *
 * Not through the auth client, which would make the session this browser's at once: who is signed in here already is
 * asked first (docs/threats.md T7).
 */
export async function confirmToken(link: ConfirmLink): Promise<Confirmation> {
  try {
    const response = await fetch('/auth/v1/verify', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
      body: JSON.stringify({ type: link.type, token_hash: link.tokenHash }),
    })
    // 5xx and 429 leave the link as it was; every other refusal means that it will never work
    if (response.status >= 500 || response.status === 429) return { kind: 'failed' }
    if (!response.ok) return { kind: 'expired' }
    const body = (await response.json()) as Partial<FreshSession>
    return body.access_token ? { kind: 'session', session: body as FreshSession } : { kind: 'half_done' }
  } catch {
    return { kind: 'failed' }
  }
}
