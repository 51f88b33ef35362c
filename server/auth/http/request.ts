import { clinicOfSession } from '#domain/tenancy.ts'
import { invalid } from '../errors.ts'

export interface AuthRequest {
  /** Read its body with `readBody`. */
  raw: Request
  /** In the route's order. */
  params: string[]
  query: URLSearchParams
  requestId: string
  /** As reported by trusted proxies only (docs/contracts/auth.md D10). */
  address: string | null
  userAgent: string | null
  /** Absent on endpoints without an admin token. */
  adminRole?: string
}

export function bearerToken({ raw }: Pick<AuthRequest, 'raw'>): string | undefined {
  return /^bearer (\S+)$/i.exec(raw.headers.get('authorization') ?? '')?.[1]
}

/** The redirect targets a request names, the most explicit first (docs/contracts/auth.md 1.6). */
export function requestedRedirects(request: AuthRequest): (string | null)[] {
  const { headers } = request.raw
  return [headers.get('redirect_to'), request.query.get('redirect_to'), headers.get('referer')]
}

/** The clinic whose page or host the request claims to come from; it may not exist. */
export function requestedClinic(request: AuthRequest, appDomain: string): string | null {
  const referer = request.raw.headers.get('referer') ?? ''
  const addresses = [request.raw.url, ...(URL.canParse(referer) ? [referer] : [])]
  for (const address of addresses) {
    const clinic = clinicOfSession(new URL(address), appDomain)
    if (clinic) return clinic
  }
  return null
}

/** @param bearerAudience of a verified token that is not an admin's (docs/contracts/auth.md 1.3) */
export function audienceOf(
  request: AuthRequest,
  settings: { audience: string },
  bearerAudience?: string,
): string {
  return request.raw.headers.get('x-jwt-aud') || bearerAudience || settings.audience
}

/**
 * Always the installation's audience.
 * @throws AuthError 400 `validation_failed`
 */
export function audienceForNew(request: AuthRequest, settings: { audience: string }, asked?: string): string {
  const audience = asked || audienceOf(request, settings)
  if (audience !== settings.audience) throw invalid('Unsupported audience')
  return audience
}

/** Not cached; status 200 unless given. */
export function json(
  body: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, {
    status: options.status ?? 200,
    headers: { 'Cache-Control': 'no-store', ...options.headers },
  })
}
