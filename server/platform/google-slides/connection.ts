import { createHash, randomBytes } from 'node:crypto'
import { watchedFetch } from '../outgoing-calls.ts'
import type { SecretBox } from '../secret-box.ts'
import { type GoogleSlidesApi, googleSlidesApi, SlidesRefused, slidesLimits } from './google-slides.ts'

/** The Google account that the user chooses determines which presentations can be read. */
export interface GoogleSlides {
  api: GoogleSlidesApi
  secrets: SecretBox
  /** @param verifier `newVerifier()` */
  authorizeUrl(state: string, verifier: string): string
  /**
   * An access token for an hour.
   * @throws SlidesRefused `not_shared` for a code that is wrong, used or expired; `failed` without an answer
   */
  exchange(code: string, verifier: string): Promise<string>
}

/** Where Google redirects browsers, on the main site. */
export const slidesReturnPath = '/hooks/google-slides'

export interface SlidesConnection {
  client: { id: string; secret: string }
  returnTo: string
  endpoints: { authorize: string; token: string }
  api: GoogleSlidesApi
  secrets: SecretBox
}

/** Google's own (developers.google.com/identity/protocols/oauth2/web-server). */
export const googleEndpoints = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
} as const
export const googleApi: GoogleSlidesApi = { ...googleSlidesApi, fetch: (input, init) => fetch(input, init) }

const scope = 'https://www.googleapis.com/auth/presentations.readonly'

export function connectGoogleSlides({
  client,
  returnTo,
  endpoints,
  api: given,
  secrets,
}: SlidesConnection): GoogleSlides {
  const api = { ...given, fetch: watchedFetch('google-slides', given.fetch) }
  return {
    api,
    secrets,
    authorizeUrl(state, verifier) {
      const url = new URL(endpoints.authorize)
      url.search = new URLSearchParams({
        client_id: client.id,
        redirect_uri: returnTo,
        response_type: 'code',
        scope,
        state,
        // no refresh token
        access_type: 'online',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },
    async exchange(code, verifier) {
      const response = await api
        .fetch(endpoints.token, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(slidesLimits.timeoutMs),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code,
            code_verifier: verifier,
            redirect_uri: returnTo,
            client_id: client.id,
            client_secret: client.secret,
          }).toString(),
        })
        .catch((error: unknown) => {
          throw new SlidesRefused('failed', error)
        })
      const answer: unknown = await response.json().catch(() => null)
      const { access_token: token } = (answer ?? {}) as { access_token?: unknown }
      if (response.ok && typeof token === 'string') return token
      throw new SlidesRefused(response.status >= 500 ? 'failed' : 'not_shared')
    },
  }
}

export function newVerifier(): string {
  return randomBytes(32).toString('base64url')
}
