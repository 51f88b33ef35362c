export interface FetchContext {
  /** Null for a visitor. @throws if the token cannot be refreshed now */
  accessToken(): Promise<string | null>
  /** A new access token, or null if the session ended. @throws without an answer */
  refreshedToken(): Promise<string | null>
  /** After the session ended: the token of the next sign-in, or null if the page does not wait for one. */
  tokenAfterEnd(token: string | null, signal?: AbortSignal | null): Promise<string | null>
  isSignedIn(): boolean
  clinicSlug(): string | null
  publishableKey: string
  /** The guardianship under which this page makes a request; null: as the reader. */
  guardianshipFor(address: string): string | null
  fetch: typeof fetch
}

/**
 * A fetch that sends the caller's token and clinic (`x-clinic`). A 401 means an old token or changed rights
 * (docs/threats.md T5): it refreshes once and repeats. If the session ended, the request waits for the next sign-in.
 */
export function authorizedFetch(context: FetchContext): typeof fetch {
  return async (input, init) => {
    // read once, so that a repetition acts for the same patient
    const acting = context.guardianshipFor(input instanceof Request ? input.url : String(input))
    const token = (await context.accessToken()) ?? (await missingToken())
    const response = await send(token)
    if (response.status !== 401 || !token) return response

    const newToken = (await context.refreshedToken()) ?? (await context.tokenAfterEnd(token, init?.signal))
    return newToken ? send(newToken) : response

    /** A page with a user's data must not send requests as a visitor. */
    async function missingToken(): Promise<string | null> {
      return context.isSignedIn() ? context.tokenAfterEnd(null, init?.signal) : null
    }

    function send(bearer: string | null): Promise<Response> {
      const headers = new Headers(init?.headers)
      headers.set('apikey', context.publishableKey)
      if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
      const slug = context.clinicSlug()
      if (slug) headers.set('x-clinic', slug)
      if (acting) headers.set('x-guardianship', acting)
      return context.fetch(input, { ...init, headers })
    }
  }
}
