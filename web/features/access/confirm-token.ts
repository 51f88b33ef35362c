import type { ConfirmLink } from '#domain/access/confirm-link.ts'
import type { PasswordOfSignUp } from '#domain/access/forms.ts'

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
  | { kind: 'wrong_password' }
  | { kind: 'weak_password'; message: string }
  | { kind: 'failed' }

/** Redeems a mail's link. Called only by the button of /auth/confirm. @param chosen of a sign-up */
export function confirmToken(link: ConfirmLink, chosen?: PasswordOfSignUp): Promise<Confirmation> {
  return postVerify({ type: link.type, token_hash: link.tokenHash, ...passwordFields(chosen) })
}

export function confirmCode(
  { email, code }: { email: string; code: string },
  chosen: PasswordOfSignUp,
): Promise<Confirmation> {
  return postVerify({ type: 'email', email, token: code, ...passwordFields(chosen) })
}

function passwordFields(chosen: PasswordOfSignUp | undefined): Record<string, string> {
  if (!chosen) return {}
  return chosen.isNew ? { new_password: chosen.password } : { password: chosen.password }
}

/**
 * POST /verify without the auth client, which would switch this browser to the new session at once: a signed-in user is
 * asked first (docs/threats.md T7).
 */
async function postVerify(request: Record<string, string>): Promise<Confirmation> {
  try {
    const response = await fetch('/auth/v1/verify', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
      body: JSON.stringify(request),
    })
    // 5xx, 429 and 409 leave link and code usable
    if (response.status >= 500 || response.status === 429 || response.status === 409)
      return { kind: 'failed' }
    const body = (await response.json()) as Partial<FreshSession> & { code?: string; message?: string }
    if (response.ok) {
      return body.access_token ? { kind: 'session', session: body as FreshSession } : { kind: 'half_done' }
    }
    if (body.code === 'current_password_invalid') return { kind: 'wrong_password' }
    if (body.code === 'weak_password') return { kind: 'weak_password', message: body.message ?? '' }
    return { kind: 'expired' }
  } catch {
    return { kind: 'failed' }
  }
}
