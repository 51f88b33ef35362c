import { setTimeout as wait } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { brandSheet } from '#domain/clinics/served-brand.ts'
import { AppError } from '#domain/errors.ts'
import { maxPieceBytes } from '#domain/files/files.ts'
import { type PublicPage, publicPageOf, socialPicture } from '#domain/marketing/public-pages.ts'
import { paths } from '#domain/paths.ts'
import { isRead, isReadingAction, liveMarkHeader, readsPath } from '#domain/reads.ts'
import { malformedClinicName, resolveClinicSlug } from '#domain/tenancy.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { calendarPath } from './features/appointments/own-calendar.ts'
import { createClinicSites } from './features/clinics/clinic-sites.ts'
import type { FileRoutes } from './features/files/routes.ts'
import type { Action, Services } from './platform/action.ts'
import { createActivityRecorder } from './platform/activity.ts'
import { clinicOrigin } from './platform/config/config.ts'
import { asDemo, isDemoRequest } from './platform/database/demo-request.ts'
import { valueRefusal } from './platform/database/refused-value.ts'
import type { Caller } from './platform/database/transactions.ts'
import {
  callerOf,
  classifyHost,
  InvalidTokenError,
  personToken,
  type VerifyAccessToken,
  wroteCookieOf,
} from './platform/http/caller.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { crawlerFile } from './platform/http/crawler-files.ts'
import { functionError, refusalHeaders } from './platform/http/function-response.ts'
import { limitBody } from './platform/http/limit-body.ts'
import { publishableKeyOf } from './platform/http/publishable-key.ts'
import {
  askForReports,
  commonHeaders,
  dataPolicy,
  reportsPath,
  strictTransport,
} from './platform/http/security-headers.ts'
import { answerReads, maxReadsBytes } from './platform/http/several-reads.ts'
import { hasSession, isForTheApp, visitorPageOf } from './platform/http/visitor-page.ts'
import type { VisitorPages } from './platform/http/visitor-pages.ts'
import type { PageClinic, WebAssets } from './platform/http/web-assets.ts'
import type { Live } from './platform/live/live.ts'
import { type AnsweredRequest, knownMethod } from './platform/metrics/metrics.ts'
import { createPageClinics, movedPage } from './platform/page-clinics.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

/** What is known about every request: its id, and the client's address. */
export interface RequestInfo {
  requestId: string
  address: string | null
}

type Handler = (request: Request, info: RequestInfo) => Promise<Response>

/** The parts of the server, one per protocol. */
export interface AppParts {
  services: Services
  verifyAccessToken: VerifyAccessToken
  auth: Handler
  rest: (request: Request, caller: Caller) => Promise<Response>
  /** The data API's answer to an invalid bearer token, and to what the server refuses on its behalf. */
  restRefusal: (request: Request, why: 'invalid-token' | AppError) => Promise<Response>
  actions: readonly Action[]
  files: FileRoutes
  /** Private calendar addresses, by the key in the query. */
  calendars: Handler
  live: Pick<Live, 'open' | 'mark'>
  /** What browsers report of violated content security policies. */
  cspReports: Handler
  webhooks: Record<string, Handler>
  /** Where other services send a browser back to: GET. */
  returns: Record<string, Handler>
  /** Development only: mailbox, clock, sandbox pages. */
  development: { path: string; handle: Handler }[]
  web: WebAssets
  /** Absent: nothing is traced. */
  tracing?: Pick<Tracing, 'start'>
  /** Called after each answer, for metrics. */
  onAnswer?(request: AnsweredRequest): void
}

/** What is found out once for each request. */
interface Variables extends RequestInfo {
  /** Whom the bearer token names; null without a valid one. */
  person: Awaited<ReturnType<VerifyAccessToken>>
}

type RequestContext = Context<{ Bindings: Bindings; Variables: Variables }>

interface Bindings {
  /** The request's unit was taken from a budget before (server/platform/limits/admission.ts). */
  isPaid?: boolean
  /** node-server's request, for the socket's address. */
  incoming?: { socket?: { remoteAddress?: string } }
}

const megabyte = 1024 * 1024

/** How long the database may take to answer `/ready`. */
const readinessMs = 2_000

/** Limit of every request's body. */
const maxBodyBytes = megabyte
/** Exceptions, by the start of the path. */
const otherBodies = Object.entries({
  '/rest/v1/': 5 * megabyte,
  [readsPath]: maxReadsBytes,
  // one piece of an upload, streamed to the file store
  '/files/v1/uploads': maxPieceBytes,
})

const headersOfAll = Object.entries(commonHeaders)

const protocolPath =
  /^\/(auth\/v1|rest\/v1|functions\/v1|files\/v1|calendars\/v1|live\/v1|reads\/v1|reports\/v1|hooks|dev|sandbox|health|ready)(\/|\.|\?|$)/

/** Whether the server itself answers a path, a doubled slash in it aside; all others are the web app's. */
export function isProtocolPath(path: string): boolean {
  return protocolPath.test(path.replace(/\/{2,}/g, '/'))
}

export interface App {
  fetch(request: Request, env?: Bindings): Promise<Response>
  /** The paths of the router, as Hono writes them. */
  paths: string[]
}

/** The path of every request: headers, host, protocol. */
export function createApp(parts: AppParts): App {
  const { services } = parts
  const { config, log } = services
  const app = new Hono<{ Bindings: Bindings; Variables: Variables }>()
  const actions = new Map(parts.actions.map((action) => [action.name, action]))
  const recorder = createActivityRecorder(services)
  const activity = { note: (by: Caller) => (isDemoRequest() ? undefined : recorder.note(by)) }
  const clinicOf = createPageClinics(services.transactions, config.appDomain, () => services.clock.now())
  const siteOf = createClinicSites(services.transactions)
  const publishableKey = publishableKeyOf(config.mainOrigin)
  const isHttps = config.mainOrigin.startsWith('https:')

  /** The router's pattern; for an action its name. */
  const routeOf = (path: string, pattern: string) => {
    const name = path.slice('/functions/v1/'.length)
    return pattern === '/functions/v1/:name' && actions.has(name) ? `/functions/v1/${name}` : pattern
  }

  /** Whether the caller must read what this request may have written. A function that only reads is a POST, too. */
  const mayHaveWritten = (method: string, path: string) =>
    /^\/(auth|rest|functions|files)\/v1\//.test(path) &&
    !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
    !isRead(method, path)

  app.use(async (c, next) => {
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
    // from a proxy of ours: anybody else's would mix their traces with ours
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
    // data is never a page, even where a browser opens its address
    if (type?.includes('json') && !headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', dataPolicy)
    // every page, the sandboxes' too
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

  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/ready', async (c) => {
    const asked = services.transactions.withSystem('readiness', async () => true).catch(() => false)
    // a database that hangs is as little use as one that refuses (docs/reliability.md F3)
    const isReady = await Promise.race([asked, wait(readinessMs, false, { ref: false })])
    return isReady ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable' }, 503)
  })

  app.use(async (c, next) => {
    if (classifyHost(new URL(c.req.url).hostname, config).kind === 'foreign') return c.text('Not found', 404)
    const other = otherBodies.find(([path]) => c.req.path.startsWith(path))
    c.req.raw = limitBody(c.req.raw, other?.[1] ?? maxBodyBytes)
    const token = personToken(c.req.raw, publishableKey)
    const person = token ? await parts.verifyAccessToken(token) : null
    c.set('person', person)
    await (person?.isDemo ? asDemo(next) : next())
  })

  const info = (c: RequestContext): RequestInfo => ({
    requestId: c.get('requestId'),
    address: c.get('address'),
  })
  /** @throws InvalidTokenError; AppError `rate_limited`, `invalid_api_key` */
  const caller = async (c: RequestContext) => {
    const by = await callerOf(c.req.raw, {
      config,
      publishableKey,
      ...info(c),
      isPaid: c.env?.isPaid ?? false,
      verify: async () => c.get('person'),
    })
    services.transactions.admit(by)
    return by
  }

  app.all('/auth/v1/*', (c) => parts.auth(c.req.raw, info(c)))

  app.all('/rest/v1/*', async (c) => {
    try {
      const by = await caller(c)
      const answer = await parts.rest(c.req.raw, by)
      if (answer.ok) activity.note(by)
      return answer
    } catch (error) {
      if (error instanceof InvalidTokenError) return parts.restRefusal(c.req.raw, 'invalid-token')
      if (error instanceof AppError) return parts.restRefusal(c.req.raw, error)
      throw error
    }
  })

  app.all('/functions/v1/:name', async (c) => {
    const { name } = c.req.param()
    const from = info(c)
    try {
      const action = actions.get(name)
      if (!action) throw new AppError('not_found')
      const allowed = isReadingAction(name) ? ['GET', 'POST'] : ['POST']
      if (!allowed.includes(c.req.method))
        throw new AppError('method_not_allowed', { details: { allow: allowed.join(', ') } })
      const by = await caller(c).catch((error: unknown) => {
        throw error instanceof InvalidTokenError ? new AppError('session_ended') : error
      })
      const result = await action.call(services, by, await inputOf(c.req.raw))
      activity.note(by)
      // a file, which is sent while it is made
      if (result instanceof Response) return result
      return Response.json(result ?? {}, { headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      return functionError(error, from.requestId, log, actions.has(name) ? name : 'unknown')
    }
  })

  /** Answers a path of files or of what changes. A refused caller is answered as by a function. */
  const answerCaller = async (
    c: RequestContext,
    path: string,
    answer: (request: Request, by: Caller) => Promise<Response>,
  ) => {
    const from = info(c)
    try {
      const by = await caller(c).catch((error: unknown) => {
        throw error instanceof InvalidTokenError ? new AppError('session_ended') : error
      })
      // a guardian acts by rows and functions alone
      if (by.guardianship) throw new AppError('not_allowed')
      return await answer(c.req.raw, by)
    } catch (error) {
      return functionError(error, from.requestId, log, path)
    }
  }
  app.all('/files/v1/uploads', (c) =>
    answerCaller(c, 'uploads', (request, by) => parts.files.upload(request, by, null)),
  )
  app.all('/files/v1/uploads/:id', (c) =>
    answerCaller(c, 'uploads', (request, by) => parts.files.upload(request, by, c.req.param('id'))),
  )
  app.all('/files/v1/:id', (c) =>
    answerCaller(c, 'files', (request, by) => parts.files.download(request, by, c.req.param('id'))),
  )
  app.get(calendarPath, (c) => parts.calendars(c.req.raw, info(c)))
  app.post(readsPath, async (c) => {
    // before anything is read
    const mark = parts.live.mark()
    const by = { userId: c.get('person')?.userId ?? null, address: c.get('address') }
    const answer = await answerReads(c.req.raw, {
      isVisitor: by.userId === null,
      prepay: (units) => services.transactions.prepay(by, c.env?.isPaid ? units - 1 : units),
      answer: async (read) => app.fetch(read, { ...c.env, isPaid: true }),
    })
    if (mark) answer.headers.set(liveMarkHeader, mark)
    return answer
  })
  app.get('/live/v1', (c) =>
    answerCaller(c, 'live', (request, by) => parts.live.open(by, request.headers.get(liveMarkHeader))),
  )

  app.post(reportsPath, (c) => parts.cspReports(c.req.raw, info(c)))
  for (const [path, handle] of Object.entries(parts.webhooks))
    app.post(path, (c) => handle(c.req.raw, info(c)))
  for (const [path, handle] of Object.entries(parts.returns)) app.get(path, (c) => handle(c.req.raw, info(c)))
  for (const { path, handle } of parts.development) app.all(path, (c) => handle(c.req.raw, info(c)))

  // the public pages are the main site's, wherever they are shown
  const atHome = (page: PublicPage) => ({
    ...page,
    address: `${config.mainOrigin}${page.path}`,
    picture: `${config.mainOrigin}${socialPicture(page.path)}`,
  })
  const clinicSite = async (
    c: RequestContext,
    url: URL,
    { subdomain }: PageClinic,
    visitors: VisitorPages,
  ) => {
    const found = await siteOf(subdomain)
    if (!found) return visitors.unknownClinic(subdomain)
    const visit = {
      ...found,
      origin: clinicOrigin(config, subdomain),
      isSignedIn: hasSession(c.req.header('cookie') ?? ''),
      sharesHost: classifyHost(url.hostname, config).kind === 'main',
    }
    return visitors.clinicSite(visit, {
      acceptEncoding: c.req.header('accept-encoding') ?? '',
      ifNoneMatch: c.req.header('if-none-match') ?? '',
    })
  }
  app.get('*', async (c) => {
    const url = new URL(c.req.url)
    const { pathname } = url
    // below an API's path nothing is a page, with a doubled slash neither: a client must not take HTML for success
    if (isProtocolPath(pathname)) throw new AppError('not_found')
    const forCrawlers = crawlerFile(url, config)
    if (forCrawlers) return forCrawlers
    const file = await parts.web.file(pathname, c.req.header('accept-encoding') ?? '')
    if (file) return file
    const sheet = brandSheet(pathname)
    if (sheet)
      return c.body(sheet, 200, {
        'Content-Type': 'text/css; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    // a missing file is a 404, not the app's page, which a browser would load as a script
    if (pathname.startsWith('/assets/')) return c.text('Not found', 404)
    const { visitors } = parts.web
    const malformed = malformedClinicName(url, config.appDomain)
    if (malformed && visitors) return visitors.unknownClinic(malformed)
    const visited = visitorPageOf(url, c.req.header('cookie') ?? '', config.appDomain)
    const built = visited && visitors?.publicPage(atHome(visited), c.req.header('accept-encoding') ?? '')
    if (built) return built
    const found = await clinicOf(url)
    const slug = resolveClinicSlug(url, config.appDomain)
    if (slug && found === null && visitors) return visitors.unknownClinic(slug)
    // without an answer the app's page tries again
    const clinic = found === 'unanswered' ? null : found
    // not for good: after 180 days the old address is free for others
    const moved = movedPage(url, clinic, config.appDomain, (subdomain) => clinicOrigin(config, subdomain))
    if (moved) return c.redirect(moved, 302)
    if (clinic && pathname === paths.landing && !isForTheApp(url) && visitors)
      return clinicSite(c, url, clinic, visitors)
    const head = publicPageOf(pathname)
    // Carefold's own pages are not shown in the name of a clinic that names only itself
    const isMarketing = head && pathname !== paths.landing
    if (isMarketing && clinic?.brand?.hidesCarefold && classifyHost(url.hostname, config).kind === 'clinic')
      return c.redirect(`${config.mainOrigin}${pathname}${url.search}`, 302)
    return parts.web.page(clinic, head && atHome(head))
  })

  app.onError((thrown, c) => {
    const error = valueRefusal(thrown)
    if (error instanceof AppError) {
      const { code, status, fields } = error
      const body = {
        code,
        message: errorTexts[code],
        ...(fields.length > 0 && { fields }),
        requestId: c.get('requestId'),
      }
      return Response.json(body, { status, headers: refusalHeaders(error) })
    }
    log.error('http.failed', {
      route: routeOf(c.req.path, routePath(c)),
      requestId: c.get('requestId'),
      error,
    })
    return c.json(
      { code: 'unexpected', message: 'An unexpected error occurred.', requestId: c.get('requestId') },
      500,
    )
  })

  return {
    fetch: async (request, env) => app.fetch(request, env ?? {}),
    paths: [...new Set(app.routes.map(({ path }) => path))],
  }
}

/** The input of a GET is its query, that of a POST its JSON body; an empty body is an empty input. */
async function inputOf(request: Request): Promise<unknown> {
  if (request.method === 'GET') return Object.fromEntries(new URL(request.url).searchParams)
  const text = await request.text()
  if (!text) return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad_json')
  }
}
