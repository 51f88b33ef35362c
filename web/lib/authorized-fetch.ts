/** Read at the moment of each request. */
export interface FetchContext {
  accessToken(): Promise<string | null>
  /** A new access token, or null when the session has ended. */
  refreshedToken(): Promise<string | null>
  clinicSlug(): string | null
  fetch: typeof fetch
}

/**
 * A fetch that carries the caller's token and the current clinic (`x-clinic`), for rows and functions.
 *
 * A 401 means that the token is too old or that the person's rights have changed (docs/threats.md T5): the session is
 * refreshed once and the request repeated. A second 401 is the answer.
 */
export function authorizedFetch(context: FetchContext): typeof fetch {
  return async (input, init) => {
    const token = await context.accessToken()
    const response = await send(token)
    if (response.status !== 401 || !token) return response

    const newToken = await context.refreshedToken()
    return newToken ? send(newToken) : response

    function send(bearer: string | null): Promise<Response> {
      const headers = new Headers(init?.headers)
      if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
      const slug = context.clinicSlug()
      if (slug) headers.set('x-clinic', slug)
      return context.fetch(input, { ...init, headers })
    }
  }
}
