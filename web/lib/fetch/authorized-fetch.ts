/** Read at the moment of each request. */
export interface FetchContext {
  /** null for a visitor. @throws when there is one that cannot be refreshed at the moment */
  accessToken(): Promise<string | null>
  /** A new access token, or null when the session has ended. @throws when the server does not answer */
  refreshedToken(): Promise<string | null>
  /** After the session has ended: the token once the person is back, or null when nobody is to come back. */
  tokenAfterEnd(token: string | null, signal?: AbortSignal | null): Promise<string | null>
  /** Whether this page takes somebody for signed in. */
  isSignedIn(): boolean
  clinicSlug(): string | null
  /** The installation's, sent as `apikey`. */
  publishableKey: string
  /** The access by which this page acts for somebody else, for a request; null: for the reader. */
  guardianshipFor(address: string): string | null
  fetch: typeof fetch
}

/**
 * A fetch that carries the caller's token and the current clinic (`x-clinic`), for rows and functions.
 *
 * A 401 means that the token is too old or that the person's rights have changed (docs/threats.md T5): the session is
 * refreshed once and the request repeated. A second 401 is the answer. Where the session has ended, the request waits until
 * the person has signed in again, so that their work is saved after all.
 */
export function authorizedFetch(context: FetchContext): typeof fetch {
  return async (input, init) => {
    // as the page stands when it asks, also for a repetition
    const acting = context.guardianshipFor(input instanceof Request ? input.url : String(input))
    const token = (await context.accessToken()) ?? (await missingToken())
    const response = await send(token)
    if (response.status !== 401 || !token) return response

    const newToken = (await context.refreshedToken()) ?? (await context.tokenAfterEnd(token, init?.signal))
    return newToken ? send(newToken) : response

    /** A page that shows somebody's data must not ask as a visitor. */
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
