import { routePath } from 'hono/route'
import { isRead, nowHeader } from '#domain/reads.ts'
import type { AppParts, Router } from '../app-parts.ts'
import { wroteCookieOf } from '../platform/http/caller.ts'
import { clientAddress } from '../platform/http/client-address.ts'
import {
  askForReports,
  commonHeaders,
  dataPolicy,
  strictTransport,
} from '../platform/http/security-headers.ts'
import { knownMethod } from '../platform/metrics/metrics.ts'
import { isProtocolPath } from './protocol-paths.ts'

const headersOfAll = Object.entries(commonHeaders)

/**
 * Assigns an id and the client's address, sets common headers, and reports each answer to metrics, traces and the log.
 * @param routeOf a path with the router's pattern for it
 */
export function handleEveryRequest(
  router: Router,
  parts: AppParts,
  routeOf: (path: string, pattern: string) => string,
): void {
  const { config, clock, log } = parts.services
  const isHttps = config.mainOrigin.startsWith('https:')

  router.use(async (c, next) => {
    const startedAt = performance.now()
    c.set('requestId', crypto.randomUUID())
    c.set(
      'address',
      clientAddress(
        c.req.header('x-forwarded-for') ?? null,
        c.env?.incoming?.socket?.remoteAddress,
        config.trustedProxyHops,
      ),
    )
    // only from Carefold's proxy: another caller's would mix their traces with ours
    const span = parts.tracing?.start(
      'request',
      config.trustedProxyHops > 0 ? c.req.header('traceparent') : null,
    )
    await (span ? span.run(next) : next())
    // in place: c.header() would rebuild the finished response for each header, with its body as a stream
    const { headers } = c.res
    for (const [name, value] of headersOfAll) if (!headers.has(name)) headers.set(name, value)
    const type = headers.get('Content-Type')
    // answers of the protocols may contain personal data
    if (!headers.has('Cache-Control') && isProtocolPath(c.req.path)) headers.set('Cache-Control', 'no-store')
    if (headers.get('Cache-Control') === 'no-store') headers.set(nowHeader, clock.now().toISOString())
    // forbids data to act as a page, even where a browser opens its address
    if (type?.includes('json') && !headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', dataPolicy)
    if (type?.startsWith('text/html')) askForReports(headers, { isHttps })
    if (isHttps) headers.set('Strict-Transport-Security', strictTransport)
    headers.set('X-Request-Id', c.get('requestId'))
    if (config.databaseReplicaUrl && mayHaveWritten(c.req.method, c.req.path))
      headers.append('Set-Cookie', wroteCookieOf(c.req.raw, config))
    const ms = performance.now() - startedAt
    const route = routeOf(c.req.path, routePath(c))
    const { status } = c.res
    parts.onAnswer?.({ route, method: c.req.method, status, ms })
    span?.end(
      `${knownMethod(c.req.method)} ${route}`,
      {
        'http.request.method': knownMethod(c.req.method),
        'http.route': route,
        'http.response.status_code': status,
        'carefold.request_id': c.get('requestId'),
      },
      status >= 500,
    )
    log.debug('http.request', {
      method: c.req.method,
      // not the address, which may contain ids and tokens
      route,
      status,
      ms: Math.round(ms),
      requestId: c.get('requestId'),
    })
  })
}

function mayHaveWritten(method: string, path: string): boolean {
  return (
    /^\/(auth|rest|functions|files)\/v1\//.test(path) &&
    !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
    !isRead(method, path)
  )
}
