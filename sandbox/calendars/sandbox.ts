import { localConsent, secret } from '../consent.ts'
import { type BusyTimes, calendarView, freeBusy, refuse } from './apis.ts'
import { accountPage, consentPage, problemPage } from './page.ts'
import { type SandboxService, sandboxBusyTimes } from './services.ts'

export interface CalendarSandbox {
  fetch: typeof fetch
  endpoints: { authorize: string; token: string; revoke: string | null; api: string }
}

export interface CalendarSandboxOptions {
  /** Absolute address without a trailing slash. */
  base: string
  client: { id: string; secret: string }
  returnTo: string
  now?(): Date
  /** Of the user; by default those of `sandboxBusyTimes`. */
  busyTimes?: BusyTimes
}

const tokenMs = 3_600_000
const scopes = {
  google: 'https://www.googleapis.com/auth/calendar.freebusy',
  microsoft: 'https://graph.microsoft.com/Calendars.ReadBasic',
}
/**
 * The part of Google Calendar or Microsoft Graph that Carefold uses, in this process, for installations that are not
 * registered there. Refresh tokens stay valid after a restart; a new one replaces each used one, as at Microsoft.
 */
export function createCalendarSandbox(
  service: SandboxService,
  options: CalendarSandboxOptions,
): CalendarSandbox {
  const { base, client, returnTo, now = () => new Date() } = options
  const busyTimes: BusyTimes = options.busyTimes ?? ((from, until) => sandboxBusyTimes(now(), from, until))
  const { wrongRequest, decide, isClient, takesCode } = localConsent({
    ...{ client, returnTo, now },
    wrongScope(scope) {
      const asked = scope.split(' ').filter((each) => each !== 'offline_access')
      return asked.join() === scopes[service] ? null : 'Only busy times are served.'
    },
  })
  const accessTokens = new Map<string, { refresh: string; expiresAt: number }>()
  const revoked = new Set<string>()
  /** Refresh tokens up to this number were withdrawn by the user. */
  let withdrawn = -1
  let issued = 0
  const ms = () => now().getTime()
  const isValid = (refresh: string) => {
    const number = /^1\/\/sandbox\.(\d+)\./.exec(refresh)?.[1]
    return number !== undefined && Number(number) > withdrawn && !revoked.has(refresh)
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = `${request.method} ${url.pathname.slice(new URL(base).pathname.length)}`
    const form = async () => new URLSearchParams(await request.text())
    if (path === 'GET /authorize' || path === 'POST /authorize') {
      const asked = request.method === 'GET' ? url.searchParams : await form()
      const wrong = wrongRequest(asked)
      if (wrong) return problemPage(wrong)
      return request.method === 'GET' ? consentPage(service, asked) : decide(asked)
    }
    if (path === 'GET /account') return accountPage(service, false)
    if (path === 'POST /account') {
      withdrawn = issued
      accessTokens.clear()
      return accountPage(service, true)
    }
    if (path === 'POST /token') return exchange(await form())
    if (path === 'POST /revoke' && service === 'google') return revoke(await form())
    const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    const access = accessTokens.get(token)
    if (!access || access.expiresAt < ms() || !isValid(access.refresh)) return refuse('UNAUTHENTICATED', 401)
    if (path === 'POST /api/freeBusy' && service === 'google')
      return freeBusy(await request.json(), busyTimes)
    if (path === 'GET /api/me/calendarView' && service === 'microsoft')
      return calendarView(url, `${base}/api`, busyTimes)
    return refuse('NOT_FOUND', 404)
  }

  function exchange(form: URLSearchParams): Response {
    if (!isClient(form)) return Response.json({ error: 'invalid_client' }, { status: 401 })
    if (form.get('grant_type') === 'refresh_token') {
      const refresh = form.get('refresh_token') ?? ''
      return isValid(refresh) ? tokens(refresh) : Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    if (!takesCode(form)) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    return tokens(null)
  }

  function tokens(given: string | null): Response {
    const access = secret()
    const isNew = given === null || service === 'microsoft'
    const refresh = isNew ? `1//sandbox.${++issued}.${secret()}` : given
    accessTokens.set(access, { refresh, expiresAt: ms() + tokenMs })
    return Response.json({
      access_token: access,
      token_type: 'Bearer',
      expires_in: tokenMs / 1_000,
      scope: scopes[service],
      ...(isNew && { refresh_token: refresh }),
    })
  }

  function revoke(form: URLSearchParams): Response {
    const token = form.get('token') ?? ''
    if (!isValid(token)) return Response.json({ error: 'invalid_token' }, { status: 400 })
    revoked.add(token)
    return Response.json({})
  }

  return {
    fetch: (input, init) => answer(new Request(input, init)),
    endpoints: {
      authorize: `${base}/authorize`,
      token: `${base}/token`,
      revoke: service === 'google' ? `${base}/revoke` : null,
      api: `${base}/api`,
    },
  }
}
