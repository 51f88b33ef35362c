import { redirect } from 'react-router'
import { paths } from '#domain/paths.ts'

export type ProviderReturn = { code: string } | { refusal: string } | null

/** Accepts only codes in the auth service's format and one-word error names. */
export function readProviderReturn(query: URLSearchParams): ProviderReturn {
  const refusal = query.get('error_code') ?? query.get('error')
  if (refusal) return { refusal: /^[a-z_]{1,60}$/.test(refusal) ? refusal : 'server_error' }
  const code = query.get('code') ?? ''
  return /^[0-9a-f-]{36}$/.test(code) ? { code } : null
}

/**
 * For the site's root, to which Google redirects (docs/specification.md A7): forwards the provider's answer to
 * /auth/callback and preserves the clinic in the query.
 */
export function leadBackFromProvider({ request }: { request: Request }): Response | null {
  const { searchParams: query } = new URL(request.url)
  const back = readProviderReturn(query)
  if (!back) return null
  const kept = new URLSearchParams('code' in back ? { code: back.code } : { error_code: back.refusal })
  const clinic = query.get('c')
  if (clinic) kept.set('c', clinic)
  return redirect(`${paths.authCallback}?${kept}`)
}
