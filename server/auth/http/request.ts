import { clinicOfSession } from '#domain/tenancy.ts'
import type { AuthSettings } from '../context/settings.ts'
import { invalid } from '../errors.ts'

/** One request to the auth service, with what the endpoints ask of it. */
export interface AuthRequest {
  /** As it came in; the body can be read once (`readBody`). */
  raw: Request
  /** Path parameters in the route's order. */
  params: string[]
  query: URLSearchParams
  requestId: string
  /** Client's network address, from trusted proxies only (docs/contracts/auth.md D10). */
  address: string | null
  userAgent: string | null
}

/** Where the request asks to be led, the most explicit wish first (docs/contracts/auth.md 1.6). */
export function redirectWishes(request: AuthRequest): (string | null)[] {
  const { headers } = request.raw
  return [headers.get('redirect_to'), request.query.get('redirect_to'), headers.get('referer')]
}

/** Subdomain of the clinic whose page or host a request comes from, as it says so; no such clinic need exist. */
export function clinicAskedFor(request: AuthRequest, appDomain: string): string | null {
  const referer = request.raw.headers.get('referer') ?? ''
  const addresses = [request.raw.url, ...(URL.canParse(referer) ? [referer] : [])]
  for (const address of addresses) {
    const clinic = clinicOfSession(new URL(address), appDomain)
    if (clinic) return clinic
  }
  return null
}

/** @param bearerAudience of a verified bearer that is no admin's (docs/contracts/auth.md 1.3) */
export function audienceOf(
  request: AuthRequest,
  settings: Pick<AuthSettings, 'audience'>,
  bearerAudience?: string,
): string {
  return request.raw.headers.get('x-jwt-aud') || bearerAudience || settings.audience
}

/**
 * The audience a new person belongs to: the installation's, whatever a header says. People of another one could never
 * use a token here.
 *
 * @throws AuthError 400 `validation_failed`
 */
export function audienceForNew(
  request: AuthRequest,
  settings: Pick<AuthSettings, 'audience'>,
  asked?: string,
): string {
  const audience = asked || audienceOf(request, settings)
  if (audience !== settings.audience) throw invalid('Unsupported audience')
  return audience
}

/** 200 with JSON that no cache keeps. */
export function json(
  body: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, {
    status: options.status ?? 200,
    headers: { 'Cache-Control': 'no-store', ...options.headers },
  })
}
