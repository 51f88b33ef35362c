import { createHash, randomBytes } from 'node:crypto'

interface ConsentOptions {
  client: { id: string; secret: string }
  returnTo: string
  now(): Date
  /** @returns why the scope is not served, or null */
  wrongScope(scope: string): string | null
}

const codeMs = 60_000

export const secret = () => randomBytes(24).toString('base64url')

/** The consent of OAuth 2.0 with PKCE: authorization codes for one registered application, in memory. */
export function localConsent({ client, returnTo, now, wrongScope }: ConsentOptions) {
  const codes = new Map<string, { challenge: string; expiresAt: number }>()

  /** Checked before any redirect. */
  function wrongRequest(request: URLSearchParams): string | null {
    if (request.get('client_id') !== client.id) return 'The application is not known here.'
    if (request.get('redirect_uri') !== returnTo) return 'The return address is not registered.'
    if (request.get('response_type') !== 'code') return 'Only response_type=code is served.'
    if (request.get('code_challenge_method') !== 'S256' || !request.get('code_challenge'))
      return 'The request has no PKCE challenge with S256.'
    return wrongScope(request.get('scope') ?? '')
  }

  /** Returns to the application with a code or a refusal. The form passed `wrongRequest`. */
  function decide(form: URLSearchParams): Response {
    const back = new URL(returnTo)
    back.searchParams.set('state', form.get('state') ?? '')
    if (form.get('choice') === 'allow') {
      const code = `4/${secret()}`
      codes.set(code, {
        challenge: form.get('code_challenge') ?? '',
        expiresAt: now().getTime() + codeMs,
      })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    return new Response(null, {
      status: 303,
      headers: { location: back.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    })
  }

  const isClient = (form: URLSearchParams) =>
    form.get('client_id') === client.id && form.get('client_secret') === client.secret

  /** Whether the form's code is valid; it is used up. */
  function takesCode(form: URLSearchParams): boolean {
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return grant !== undefined && grant.expiresAt >= now().getTime() && grant.challenge === challenge
  }

  return { wrongRequest, decide, isClient, takesCode }
}
