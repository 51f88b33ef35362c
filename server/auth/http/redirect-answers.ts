import type { AuthError } from '../errors.ts'

/** RFC 6749 names for what went wrong, by HTTP status. */
const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The error of an answer that is an address; `sb` marks it as the auth service's. */
export function errorParams(error: AuthError, name = oauthErrors[error.status]): URLSearchParams {
  return new URLSearchParams({
    error: name ?? 'invalid_request',
    error_code: error.code,
    error_description: error.message,
    sb: '',
  })
}

/** @param where `sb` stays in the fragment, which no server sees */
export function redirectWith(
  url: string,
  params: URLSearchParams,
  options: { where: 'query' | 'fragment' | 'both'; status: 302 | 303 },
): Response {
  const target = new URL(url)
  if (options.where !== 'fragment') {
    for (const [name, value] of params) if (name !== 'sb') target.searchParams.set(name, value)
  }
  if (options.where !== 'query') target.hash = params.toString()
  return redirectTo(target, options.status)
}

/** No referrer, because the address may hold tokens. */
export function redirectTo(target: URL, status: 302 | 303): Response {
  return new Response(null, {
    status,
    headers: { Location: target.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}
