import type { AuthError } from '../errors.ts'

/** RFC 6749 error names by HTTP status. */
const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** `sb` marks the parameters as the auth service's. */
export function errorParams(error: AuthError, name = oauthErrors[error.status]): URLSearchParams {
  return new URLSearchParams({
    error: name ?? 'invalid_request',
    error_code: error.code,
    error_description: error.message,
    sb: '',
  })
}

/** Puts `sb` into the fragment only. */
export function redirectWith(
  url: string,
  params: URLSearchParams,
  options: { where: 'query' | 'fragment' | 'both'; status: 302 | 303 },
): Response {
  const target = new URL(url)
  if (options.where !== 'fragment') {
    for (const [name, value] of params) if (name !== 'sb') target.searchParams.set(name, value)
  }
  if (options.where !== 'query') {
    target.hash = [target.hash.slice(1), params.toString()].filter((part) => part !== '').join('&')
  }
  return redirectTo(target, options.status)
}

/** Sends no referrer, because the URL may contain tokens. */
export function redirectTo(target: URL, status: 302 | 303): Response {
  return new Response(null, {
    status,
    headers: { Location: target.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}
