/** docs/threats.md 1.2, T7 */
export const commonHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // a callback's URL may contain tokens, which must not leak to other sites
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

export const dataPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** @param frames origins of the configured video and slide providers */
export function pagePolicy(frames: readonly string[] = []): string {
  return [
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // no string becomes script or markup: React writes text nodes. The one policy creates the worker's address
    // (web/lib/offline/store-lesson.ts)
    "require-trusted-types-for 'script'",
    'trusted-types carefold-offline',
  ].join('; ')
}

/** See server/platform/csp-reports/. */
export const reportsPath = '/reports/v1'

/**
 * Requests violation reports. Over plain http only `report-uri` is sent: Chromium prefers `report-to`, but supports it over
 * https only.
 */
export function askForReports(headers: Headers, { isHttps }: { isHttps: boolean }): void {
  const policy = headers.get('Content-Security-Policy')
  if (!policy) return
  const asked = `${policy}; report-uri ${reportsPath}`
  if (isHttps) headers.set('Reporting-Endpoints', `csp="${reportsPath}"`)
  headers.set('Content-Security-Policy', isHttps ? `${asked}; report-to csp` : asked)
}

export const strictTransport = 'max-age=31536000; includeSubDomains'
